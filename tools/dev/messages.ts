/** Messages of the product's process to the development server. */
export type FromProduct =
  /** A source file was loaded, so that its changes need a restart. */
  | { kind: 'loaded'; file: string }
  | { kind: 'ready' }
  /** Vite's module runner requests a module. */
  | { kind: 'ask'; id: number; payload: unknown }

/** Responses of the development server. */
export interface ToProduct {
  id: number
  answer: { result: unknown } | { error: unknown }
}
