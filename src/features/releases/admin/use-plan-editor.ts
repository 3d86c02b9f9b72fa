import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '#admin/kit/api/api-client.ts'
import { useAction } from '#admin/kit/api/use-action.ts'
import { formatMoment } from '#admin/kit/moment.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import type { ContentEntry } from '#features/content/contract.ts'
import type { Release, ReleaseItem } from '#features/releases/contract.ts'
import { isSamePlan } from './release-plan.ts'
import { useReleaseActions } from './use-releases.ts'

/** The actions that open a dialog. */
export type PlanStep = 'publish' | 'schedule' | 'remove'

export interface PlanEditorProps {
  entries: ContentEntry[]
  /** The release as it was read; undefined for a new one. */
  release: Release | undefined
  /** Drops the unsaved changes and starts from the newest version. */
  onStartOver?: () => void
}

export type PlanEditing = ReturnType<typeof usePlanEditor>

/** The state of the editor of a release, and what can be done with the release. */
export function usePlanEditor({ release: current, onStartOver }: PlanEditorProps) {
  const { t, language } = useTexts()
  const actions = useReleaseActions()
  const plan = usePlan(current)
  const { name, items } = plan
  const [missing, setMissing] = useState({ name: false, items: false })
  const [step, setStep] = useState<PlanStep>()
  const close = () => setStep(undefined)
  const { act, ...requests } = usePlanRequests({ current, save: plan.save, onSettled: close })

  function isComplete(): boolean {
    const lacks = { name: name.trim() === '', items: items.length === 0 }
    setMissing(lacks)
    return !lacks.name && !lacks.items
  }

  async function reload(): Promise<void> {
    if (current) await actions.reload(current.id)
    onStartOver?.()
  }

  return {
    ...requests,
    ...plan,
    current,
    missing,
    step,
    setStep,
    close,
    reload,
    /** Opens a dialog, unless something is missing. */
    open: (next: PlanStep) => isComplete() && setStep(next),
    save: () => isComplete() && act(async () => t('releases.toasts.saved')),
    cancel: () =>
      act(async ({ id }) => {
        await actions.cancel(id)
        return t('releases.toasts.cancelled')
      }),
    publish: () =>
      act(async ({ id }) => {
        await actions.publish(id)
        return t('releases.toasts.published')
      }),
    schedule: (dueAt: string) =>
      act(async ({ id }) => {
        plan.setSaved(await actions.schedule(id, dueAt))
        return t('releases.toasts.scheduled', { date: formatMoment(dueAt, language) })
      }),
  }
}

/** The chosen name and texts of a release, and the saved ones. */
function usePlan(current: Release | undefined) {
  const actions = useReleaseActions()
  // The version that was opened or last saved here: the server compares with it.
  const [saved, setSaved] = useState(current)
  const [name, setName] = useState(current?.name ?? '')
  const [items, setItems] = useState<ReleaseItem[]>(() => (current ? plainItems(current) : []))
  const isChanged = name !== (saved?.name ?? '') || !isSamePlan(items, saved ? plainItems(saved) : [])

  /** Saves what was changed; returns the release as it then is. */
  async function save(): Promise<Release> {
    if (saved && !isChanged) return saved
    const release = saved
      ? await actions.change(saved.id, { name, items, updated_at: saved.updated_at })
      : await actions.create({ name, items })
    setSaved(release)
    setName(release.name)
    return release
  }

  return { name, setName, items, setItems, isChanged, save, setSaved }
}

interface PlanRequests {
  current: Release | undefined
  save: () => Promise<Release>
  onSettled: () => void
}

/** The requests of the editor; a new release is opened once it is saved. */
function usePlanRequests({ current, save, onSettled }: PlanRequests) {
  const { t } = useTexts()
  const toasts = useToasts()
  const navigate = useNavigate()
  const actions = useReleaseActions()
  const [isStale, setStale] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const removing = useAction({ onError: onSettled })
  const saving = useAction({
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) setStale(true)
    },
    onSettled,
  })

  /** Saves, works on the saved release, shows the sentence that `work` returns, and opens the release if it was new. */
  function act(work: (release: Release) => Promise<string>): void {
    saving.run(async () => {
      const release = await save()
      toasts.show('success', await work(release))
      if (current) return
      setLeaving(true)
      void navigate(`/admin/content/releases/${release.id}`, { replace: true })
    })
  }

  function remove(): void {
    removing.run(async () => {
      if (current) await actions.remove(current.id)
      setLeaving(true)
      void navigate('/admin/content/releases', { replace: true })
    }, t('releases.toasts.removed'))
  }

  return { isBusy: saving.isBusy || removing.isBusy, isStale, isLeaving, act, remove }
}

function plainItems({ items }: Release): ReleaseItem[] {
  return items.map(({ key, language, version }) => ({ key, language, version }))
}
