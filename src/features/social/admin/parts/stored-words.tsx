import { Hint } from '#admin/kit/layout/hint.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { PlatformId } from '#features/social/contract.ts'
import { PlatformWords } from './platform-words.tsx'
import { describeReason } from './stored-reason.ts'

interface StoredWordsProps {
  platform: PlatformId
  children: string
}

/** What is stored of a fault: a sentence of ours where we know it, otherwise what the platform has said. */
export function StoredWords({ platform, children }: StoredWordsProps) {
  const { t, format } = useTexts()
  const own = describeReason(children, t, format.number)
  return own ? <Hint isError>{own}</Hint> : <PlatformWords platform={platform}>{children}</PlatformWords>
}
