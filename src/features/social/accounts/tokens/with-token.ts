import { PlatformFault } from '#features/social/platforms/fault.ts'

interface TokenSource<Usable> {
  open(accountId: string, signal: AbortSignal): Promise<Usable>
  renew(
    accountId: string,
    refused: { tokenVersion: number; sentence: string },
    signal: AbortSignal,
  ): Promise<Usable>
}

interface TokenUse<Usable, Result> {
  accountId: string
  signal: AbortSignal
  call(usable: Usable): Promise<Result>
}

/** Calls a platform with the token of an account, or with a renewed one where it refuses the first. */
export async function withToken<Usable extends { tokenVersion: number }, Result>(
  { open, renew }: TokenSource<Usable>,
  { accountId, signal, call }: TokenUse<Usable, Result>,
): Promise<Result> {
  const first = await open(accountId, signal)
  try {
    return await call(first)
  } catch (error) {
    if (!(error instanceof PlatformFault) || error.kind !== 'token') throw error
    const refused = { tokenVersion: first.tokenVersion, sentence: error.message }
    return call(await renew(accountId, refused, signal))
  }
}
