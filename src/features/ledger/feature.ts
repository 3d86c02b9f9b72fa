import type { Core } from '#core.ts'
import type { Feature, Notify } from '#feature.ts'
import { type Anchoring, createAnchoring } from '#features/ledger/anchoring/anchoring.ts'
import { createAnchors } from '#features/ledger/anchoring/anchors.ts'
import { createLedgerChecking } from '#features/ledger/checking/checking.ts'
import { healthRoutes } from '#features/ledger/checking/health-routes.ts'
import { createLegalTexts, type LegalTextOptions } from '#features/ledger/legal/legal-texts.ts'
import { createEntryNumbers, createEntryProofs } from '#features/ledger/reading/entry-proofs.ts'
import { createLedgerProofs } from '#features/ledger/reading/proofs.ts'
import { createLedgerState } from '#features/ledger/reading/state.ts'
import { createTileFiles } from '#features/ledger/reading/tile-files.ts'
import { createLedgerBackup } from '#features/ledger/restoring/restoring.ts'
import { createSampleProof } from '#features/ledger/sample/sample-proof.ts'
import { createSequencing } from '#features/ledger/sequencing/sequencing.ts'
import { createCosigning } from '#features/ledger/witnesses/cosigning.ts'
import { createKeyRing } from '#platform/secrets/key-ring.ts'
import { measureAnchoring, measureLedger } from './metrics.ts'
import { createLedgerNotifications } from './notifications.ts'
import { ledgerPermissions } from './permissions.ts'
import { cosignatureRoutes, ledgerFileRoutes, ledgerProofRoutes, ledgerRoutes } from './routes.ts'
import { ledgerSettings } from './settings.ts'

/** The services of the ledger; tests build a second process of them. */
export function createLedgerServices({
  db,
  clock,
  encryption,
  publicUrl,
  config,
}: Pick<Core, 'db' | 'clock' | 'encryption' | 'publicUrl' | 'config'>) {
  const keys = createKeyRing({
    ...{ db, clock, encryption, purpose: 'ledger' as const },
    fixedKey: config.signingKeys.ledger,
  })
  // As the prefix of its addresses without the scheme, which C2SP tlog-tiles recommends.
  const origin = `${new URL(publicUrl).host}/ledger`
  const anchors = createAnchors({ db })
  return {
    ...{ keys, anchors, origin },
    sequencing: createSequencing({ db, clock, keys, origin }),
    state: createLedgerState({ db, clock, keys, origin, findAnchor: anchors.findNewest }),
    proofs: createLedgerProofs({ db }),
    proveEntry: createEntryProofs({ db, keys }),
    findEntryNumber: createEntryNumbers({ db }),
    proveSample: createSampleProof({ keys, origin: `${origin}/sample` }),
    tiles: createTileFiles({ db }),
  }
}

export interface LedgerNeeds extends Pick<LegalTextOptions, 'record' | 'readText' | 'describeFacts'> {
  notify: Notify
}

/** The append-only Merkle log of what the platform vouches for. */
export async function createLedgerFeature(core: Core, { notify, ...needs }: LedgerNeeds) {
  const { db, reserve, clock, log, registry, publicUrl } = core
  const {
    keys,
    origin,
    sequencing,
    state,
    proofs,
    proveEntry,
    findEntryNumber,
    proveSample,
    tiles,
    anchors,
  } = createLedgerServices(core)
  const checking = createLedgerChecking({ db, clock, log, keys, notify })
  const legalTexts = createLegalTexts({ db, clock, publicUrl, ...needs })
  const anchoring = await createConfiguredAnchoring(core, notify)
  await keys.check()
  measureLedger(registry, reserve.db)
  if (anchoring) measureAnchoring(registry, { db: reserve.db, clock })
  return {
    permissions: ledgerPermissions,
    settings: Object.values(ledgerSettings),
    notifications: createLedgerNotifications(core),
    apiParts: [
      {
        name: 'Ledger',
        description:
          'The append-only log of activations, badges, revocations, legal texts and audit checkpoints, with proofs that nothing was changed. Its hashes are at `/ledger/tile/{level}/{index}` and its entries at `/ledger/tile/entries/{index}` (C2SP tlog-tiles). Any origin may read it.',
        group: 'public',
      },
      {
        name: 'Ledger keys',
        description: 'The state of the ledger and the keys that sign it.',
        group: 'team',
      },
    ],
    routes: [
      ledgerRoutes({ state, proofs, anchors }),
      ledgerProofRoutes({ proofs }),
      cosignatureRoutes({ cosigning: createCosigning({ db, settings: core.settings }) }),
      ledgerFileRoutes({ state, tiles, legalTexts }),
      healthRoutes({ db, keys, anchoring }),
    ],
    pollers: [sequencing.poller, legalTexts.poller, ...(anchoring ? [anchoring.poller] : [])],
    jobs: [checking.job],
    backup: createLedgerBackup({ clock, record: needs.record, origin }),
    sequence: sequencing.sequence,
    ...{ proveEntry, findEntryNumber, proveSample, findAnchor: anchors.findOfEntry },
  } satisfies Feature & Record<string, unknown>
}

/** Anchoring, where a chain is configured. What speaks to chains is loaded only then, since it takes much memory. */
async function createConfiguredAnchoring(core: Core, notify: Notify): Promise<Anchoring | undefined> {
  const { db, clock, log, settings, config } = core
  if (!config.chain) return undefined
  const { createViemChain } = await import('#features/ledger/anchoring/viem-chain.ts')
  return createAnchoring({ db, clock, log, settings, notify, chain: createViemChain(config.chain) })
}
