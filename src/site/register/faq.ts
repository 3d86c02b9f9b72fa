import type { Translate } from '#site/contract.ts'

/** The frequent questions in their order, by their keys in `register:faq.items`. */
export const faqTopics = [
  'duration',
  'audience',
  'knowledge',
  'duties',
  'turn',
  'data',
  'leaving',
  'beta',
] as const
export type FaqTopic = (typeof faqTopics)[number]

/** A question with its answer, both plain text. */
export interface FaqEntry {
  topic: FaqTopic
  question: string
  answer: string
}

/** The frequent questions as the page shows them, also for its structured data. */
export function listFaq(t: Translate): FaqEntry[] {
  return faqTopics.map((topic) => ({
    topic,
    question: t(`register:faq.items.${topic}.question`),
    answer: t(`register:faq.items.${topic}.answer`),
  }))
}
