// Types for the parts of Digital Bazaar's libraries that the tests use; they have none.

interface Verdict {
  verified: boolean
  error?: unknown
  results?: { error?: unknown /** Whether the bit is set, of a status. */; status?: boolean }[]
  statusResult?: Verdict
}

interface Check {
  credential: object
  suite: unknown
  documentLoader: (url: string) => Promise<{ documentUrl: string; document: unknown }>
}

declare module '@digitalbazaar/vc' {
  export function issue(options: Check): Promise<Record<string, unknown>>
  export function verifyCredential(
    options: Check & { now?: Date; checkStatus?: (options: Check) => Promise<Verdict> },
  ): Promise<Verdict>
}

declare module '@digitalbazaar/vc-bitstring-status-list' {
  interface List {
    getStatus(index: number): boolean
    setStatus(index: number, status: boolean): void
    encode(): Promise<string>
  }
  export function createList(options: { length: number }): Promise<List>
  export function decodeList(options: { encodedList: string }): Promise<List>
  export function checkStatus(options: Check): Promise<Verdict>
}

declare module '@digitalbazaar/data-integrity' {
  export class DataIntegrityProof {
    constructor(options: { cryptosuite: unknown; signer?: unknown; date?: Date })
  }
}

declare module '@digitalbazaar/eddsa-rdfc-2022-cryptosuite' {
  export const cryptosuite: unknown
}

declare module '@digitalbazaar/ed25519-multikey' {
  interface KeyPair {
    signer(): unknown
    export(options: { publicKey: true }): Promise<{ publicKeyMultibase: string }>
  }
  export function generate(options: { id: string; controller: string }): Promise<KeyPair>
}
