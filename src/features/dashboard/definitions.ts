import type { Translate } from '#platform/catalogues.ts'

/** The fields of the metrics, and which text of `figures.json` says what each counts. */
const definitionsOfFields = {
  'summary.total_signatures': 'signatures',
  'summary.total_leads': 'leads',
  'summary.conversion_rate': 'conversion',
  segment_performance: 'segment',
  'timeline.daily': 'timeline',
  geographic: 'country',
  'funnel.visits': 'visits',
  'funnel.emails_sent': 'emails_sent',
  'funnel.emails_opened': 'emails_opened',
  'funnel.links_clicked': 'links_clicked',
  'funnel.forms_started': 'forms_started',
} as const

/** What the figures count, for the description of the API: the same texts as in the notes of the panel. */
export function describeDefinitions(t: Translate): string {
  return Object.entries(definitionsOfFields)
    .map(([field, definition]) => `- \`${field}\`: ${t(`figures:figures.definitions.${definition}`)}`)
    .join('\n')
}
