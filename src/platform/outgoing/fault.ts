/** Why an outgoing request has no answer. */
export const outgoingFaults = [
  'timeout',
  'refused',
  'unknown_host',
  'private_address',
  'tls',
  'disconnected',
] as const
export type OutgoingFaultKind = (typeof outgoingFaults)[number]

/** An outgoing request has no answer. */
export class OutgoingFault extends Error {
  override name = 'OutgoingFault'
  readonly fault: OutgoingFaultKind

  constructor(fault: OutgoingFaultKind, options?: ErrorOptions) {
    super(fault.replaceAll('_', ' '), options)
    this.fault = fault
  }
}

const refused = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'EHOSTDOWN', 'ENETDOWN']
const unknownHost = ['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_FAIL']
const tls = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|EPROTO$)/

/** The fault that an error of a connection stands for. */
export function faultOf(error: unknown): OutgoingFault {
  if (error instanceof OutgoingFault) return error
  // Several addresses were tried: the last one tells as much as the others.
  const last = error instanceof AggregateError ? error.errors.at(-1) : error
  if (last instanceof OutgoingFault) return last
  const code = last instanceof Error && 'code' in last ? String(last.code) : ''
  const options = { cause: error }
  if (refused.includes(code)) return new OutgoingFault('refused', options)
  if (unknownHost.includes(code)) return new OutgoingFault('unknown_host', options)
  if (tls.test(code)) return new OutgoingFault('tls', options)
  if (code === 'ETIMEDOUT') return new OutgoingFault('timeout', options)
  return new OutgoingFault('disconnected', options)
}
