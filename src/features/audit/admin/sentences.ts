import type { RecordedActionSentences } from '#admin/kit/recorded-actions.ts'

const lists = import.meta.glob<RecordedActionSentences>('../../*/admin/recorded-actions.ts', {
  eager: true,
  import: 'recordedActions',
})

/** The sentences about recorded actions of all features, by action. */
export const sentences: RecordedActionSentences = Object.assign({}, ...Object.values(lists))
