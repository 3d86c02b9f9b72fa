/** Where traces go, and which. */
export interface TracingConfig {
  /** The address for traces, such as `http://collector:4318/v1/traces`. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  /** The share of traces that begin here that are sent. */
  readonly ratio: number
}
