import type { Clock } from '#platform/clock.ts'
import { Problem } from '#shared/problem.ts'
import { describeStatus, type Issuer, writeStatusList } from './credential.ts'
import type { Prove } from './proof.ts'
import { encodeList, placeOf, rangeOf } from './status-list.ts'

/** The credentials of one kind, which have lists of their own. */
export interface StatusSource {
  /** The path of the lists, which their number follows. */
  path: string
  /** The highest index that any credential has; 0 while there is none. */
  lastIndex(): Promise<number>
  /** The indexes of a range whose credentials do not count any more, in order. */
  listVoid(from: number, to: number): Promise<number[]>
}

interface StatusListOptions {
  issuer: Issuer
  prove: Prove
  clock: Clock
}

/** Makes the function that makes status lists. */
export const createStatusListMaker =
  ({ issuer, prove, clock }: StatusListOptions) =>
  ({ path, lastIndex, listVoid }: StatusSource) => {
    const lists = new Map<number, { encodedList: string; credential: Promise<object> }>()
    return {
      /** What a credential says of where its status is listed. */
      describe: (index: number): object => describeStatus(issuer.publicUrl, index, path),

      /**
       * A signed status list. The bits are read at each request, since another process may have set one; the list is signed
       * again only when one has changed. @throws {Problem} 404
       */
      async get(list: number): Promise<object> {
        if (list > placeOf(await lastIndex()).list) throw new Problem('not_found', 404)
        const { from, to } = rangeOf(list)
        const encodedList = await encodeList((await listVoid(from, to)).map((index) => index - from))
        const cached = lists.get(list)
        if (cached?.encodedList === encodedList) return cached.credential
        const url = `${issuer.publicUrl}${path}${list}`
        const draft = writeStatusList(issuer.did, { url, encodedList, at: clock.now() })
        const credential = prove([draft]).then(([signed = draft]) => signed)
        lists.set(list, { encodedList, credential })
        credential.catch(() => lists.delete(list))
        return credential
      },
    }
  }
export type MakeStatusLists = ReturnType<typeof createStatusListMaker>
