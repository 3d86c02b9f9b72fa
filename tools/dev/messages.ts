/** What the product's process tells the development server. */
export type FromProduct =
  /** A source file was loaded, so that a change of it needs a new start. */
  | { kind: 'loaded'; file: string }
  | { kind: 'ready' }
  /** Vite's module runner asks for a module. */
  | { kind: 'ask'; id: number; payload: unknown }

/** What the development server answers. */
export interface ToProduct {
  id: number
  answer: { result: unknown } | { error: unknown }
}
