import { useTexts } from '#admin/kit/texts/text-context.tsx'

/** Shown while the first screen is loading: what the HTML document shows before any script has loaded. */
export function Waiting() {
  const { t } = useTexts()
  return <WaitingFor what={t('loading')} />
}

export function WaitingFor({ what }: { what: string }) {
  return (
    <main className="loading-frame" aria-busy="true">
      <p role="status">{what}</p>
      <div className="loading-head" />
      <div className="loading-side" />
    </main>
  )
}
