import type { RuleCode } from '#features/seo/prover/contract.ts'
import { findAddress, splitAddress } from '#features/seo/prover/crawl/addresses.ts'
import type { Answer, PageContent } from '#features/seo/prover/crawl/page.ts'
import { findNoindex, type Site } from '#features/seo/prover/crawl/site.ts'
import type { Language } from '#shared/languages.ts'

/** Something that a rule has found. */
export interface Found {
  rule: RuleCode
  /** The path of the page with its query, or of the file. */
  page: string
  /** What exactly, so that several findings of a rule on a page differ; empty where there can be only one. */
  subject: string
  /** What the sentence about it needs. */
  variables: Record<string, string | number>
}

/** A page to be judged, which was answered with a document. */
export interface JudgedPage {
  address: string
  /** That of its address. */
  language: Language | undefined
  /** Its address without the language. */
  path: string
  answer: Answer
  content: PageContent
  /** Where its only canonical link leads, if that is on the site. */
  canonical: string | undefined
  /** Whether search engines may list it under its own address. */
  isIndexable: boolean
}

/** Judges one page. Rules are pure: the same site has the same findings. */
export type PageRule = (page: JudgedPage, site: Site) => Found[]

/** A finding about a page. */
export function foundOn(
  { address }: Pick<JudgedPage, 'address'>,
  rule: RuleCode,
  { subject = '', ...variables }: { subject?: string } & Record<string, string | number> = {},
): Found {
  return { rule, page: address, subject, variables: subject === '' ? variables : { subject, ...variables } }
}

/** A page as rules see it; undefined for what has no document to judge. */
export function readJudged(site: Site, address: string): JudgedPage | undefined {
  const answer = site.answers.get(address)
  if (answer?.status !== 200 || !answer.content) return undefined
  const { content } = answer
  const [link] = content.canonicals
  const canonical = link === undefined ? undefined : findAddress(link, address, site.publicUrl)
  return {
    ...{ address, ...splitAddress(address), answer, content, canonical },
    isIndexable: canonical === address && findNoindex(answer) === undefined,
  }
}
