/** The recorded action of an operator who made a new secret on the server. */
export const secretRenewedByOperator = 'operator.secretRenewedByOperator'
