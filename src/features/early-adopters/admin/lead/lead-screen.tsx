import '#features/early-adopters/admin/texts.ts'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { ApiError } from '#admin/kit/api/api-client.ts'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { BackLink } from '#admin/kit/back-link.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Columns } from '#admin/kit/layout/columns.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { AwardDialog } from '#features/badges/admin/parts/award-dialog.tsx'
import { useBadgeNames } from '#features/badges/admin/parts/badge-types.ts'
import { LeadBadges } from '#features/badges/admin/parts/lead-badges.tsx'
import type { Lead } from '#features/early-adopters/contract.ts'
import { leadPermissions } from '#features/early-adopters/permissions.ts'
import { LeadSignature } from '#features/signatures/admin/parts/lead-signature.tsx'
import { signaturePermissions } from '#features/signatures/permissions.ts'
import { EraseDialog } from './erase-dialog.tsx'
import { LeadConsent } from './lead-consent.tsx'
import { LeadData } from './lead-data.tsx'
import { LeadMessages } from './lead-messages.tsx'
import { LeadNotes } from './lead-notes.tsx'
import { LeadProgramme } from './lead-programme.tsx'
import { LeadTags } from './lead-tags.tsx'
import { LeadTimeline } from './lead-timeline.tsx'
import { useLead, useLeadActions } from './use-lead.ts'

/** One early adopter: data, consent, notes and timeline. */
export function LeadScreen() {
  const { id = '' } = useParams()
  const { t } = useTexts()
  const lead = useLead(id)
  const back = <BackLink to="/admin/early-adopters">{t('leads.lead.back')}</BackLink>
  if (lead.data) return <LeadRecord key={id} lead={lead.data} back={back} />
  if (lead.isError && lead.error instanceof ApiError && lead.error.status === 404) {
    return (
      <>
        <ScreenHeading before={back} title={t('leads.lead.unknown')} />
        <EmptyState title={t('leads.lead.unknown')}>{t('leads.lead.unknownText')}</EmptyState>
      </>
    )
  }
  return (
    <>
      <ScreenHeading before={back} title={t('people.title')} />
      {lead.isError ? <LoadFailure query={lead} title={t('leads.lead.failed')} /> : <LoadingLines />}
    </>
  )
}

/** Whether they asked for early access, or were invited all the same. */
const isInProgramme = ({ kind, programme }: Lead) => kind === 'adopter' || programme.step > 2

interface LeadRecordProps {
  lead: Lead
  back: React.ReactNode
}

function LeadRecord({ lead, back }: LeadRecordProps) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { reload } = useLeadActions(lead.id)
  const [step, setStep] = useState<'award' | 'erase'>()
  const [isGone, setGone] = useState(false)
  const canEdit = useCan(leadPermissions.edit)
  const canSeeSignature = useCan(signaturePermissions.read)
  const canErase = useCan(leadPermissions.erase)
  const nameOf = useBadgeNames((type) => t(`leads.badges.${type}`))
  return (
    <>
      <ScreenHeading
        before={back}
        title={lead.name}
        intro={
          <>
            {t(`leads.kinds.${lead.kind}`)}
            {' · '}
            {t(`segments.${lead.segment}`)}
            {lead.company && (
              <>
                {' · '}
                <bdi>{lead.company}</bdi>
              </>
            )}
          </>
        }
        aside={
          <ButtonRow>
            {canEdit && <Button onClick={() => setStep('award')}>{t('leads.bulk.award')}</Button>}
            {canEdit && lead.consent.withdrawn_at === null && (
              <Button component={Link} variant="default" to={`/admin/email/campaigns/new?leads=${lead.id}`}>
                {t('leads.lead.mail')}
              </Button>
            )}
            {canErase && (
              <Button variant="default" onClick={() => setStep('erase')}>
                {t('leads.erase.open')}
              </Button>
            )}
          </ButtonRow>
        }
      />
      <LeadBadges lead={lead} nameOf={nameOf} canEdit={canEdit} onRevoked={() => void reload()} />
      {isInProgramme(lead) && <LeadProgramme lead={lead} />}
      <Columns from="medium">
        <div>
          <LeadData lead={lead} canEdit={canEdit} />
          {canSeeSignature && !isGone && <LeadSignature lead={lead} />}
          <LeadTags lead={lead} canEdit={canEdit} />
          <LeadMessages lead={lead} />
          <LeadConsent lead={lead} />
          <LeadNotes lead={lead} canEdit={canEdit} />
        </div>
        <LeadTimeline leadId={lead.id} nameOf={nameOf} />
      </Columns>
      {step === 'award' && (
        <AwardDialog leads={[lead]} onDone={() => void reload()} onClose={() => setStep(undefined)} />
      )}
      {step === 'erase' && (
        <EraseDialog
          ids={[lead.id]}
          onResult={() => setGone(true)}
          onErased={() => {
            void queries.invalidateQueries({ queryKey: ['early-adopters'] })
            void navigate('/admin/early-adopters', { replace: true })
          }}
          onClose={() => setStep(undefined)}
        />
      )}
    </>
  )
}
