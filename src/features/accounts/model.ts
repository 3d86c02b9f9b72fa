/** The recorded action of an operator who set a user's password on the server. */
export const resetByOperator = 'accounts.resetByOperator'
