/** The recorded action of an operator who set a user's password on the server. */
export const resetByOperator = 'accounts.resetByOperator'

/** The recorded action of an operator who added a user on the server. */
export const createdByOperator = 'accounts.createdByOperator'
/** The recorded action of an operator who removed a user's second factor on the server. */
export const secondFactorDisabledByOperator = 'accounts.secondFactorDisabledByOperator'
