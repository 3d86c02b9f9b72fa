import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Anchors } from '#features/ledger/anchoring/anchors.ts'
import type { LegalTexts } from '#features/ledger/legal/legal-texts.ts'
import type { LedgerProofs } from '#features/ledger/reading/proofs.ts'
import type { LedgerStateReader } from '#features/ledger/reading/state.ts'
import type { TileFiles } from '#features/ledger/reading/tile-files.ts'
import type { Cosigning } from '#features/ledger/witnesses/cosigning.ts'
import { writtenAnswer } from '#http/openapi/written-answer.ts'
import { pagedList } from '#http/paging.ts'
import { defineRoutes } from '#http/routes.ts'
import { openToAnyOrigin } from '#http/security-headers.ts'
import { queryNumber } from '#shared/paging.ts'
import {
  AnchorQuery,
  ConsistencyProof,
  ConsistencyQuery,
  CosignatureCount,
  InclusionProof,
  InclusionQuery,
  LeafQuery,
  LedgerAnchor,
  LedgerLeaf,
  LedgerState,
  NewCosignatures,
} from './contract.ts'

const tags = ['Ledger']
const config = { access: 'public' } as const
/** What a path leads to never changes. */
const immutable = { ...openToAnyOrigin, 'cache-control': 'public, max-age=31536000, immutable' }

const open = (reply: FastifyReply) => reply.headers(openToAnyOrigin)

interface LedgerRouteOptions {
  state: LedgerStateReader
  proofs: LedgerProofs
  anchors: Pick<Anchors, 'list'>
}

/** The state of the ledger, its leaves and anchors, for anybody. */
export const ledgerRoutes = ({ state, proofs, anchors }: LedgerRouteOptions) =>
  defineRoutes((server) => {
    server.get(
      '/api/ledger',
      {
        config,
        schema: {
          tags,
          operationId: 'getLedger',
          summary: 'The ledger now: size, root, newest checkpoint and keys',
          response: { 200: LedgerState },
        },
      },
      async (_request, reply) => open(reply).send(await state.getState()),
    )

    server.get(
      '/api/ledger/anchors',
      {
        config,
        schema: {
          tags,
          operationId: 'listLedgerAnchors',
          summary: 'The checkpoints that are confirmed in a public chain, newest first',
          querystring: AnchorQuery,
          response: { 200: z.array(LedgerAnchor) },
        },
      },
      async (request, reply) => pagedList(request, open(reply), await anchors.list(request.query)),
    )

    server.get(
      '/api/ledger/leaves',
      {
        config,
        schema: {
          tags,
          operationId: 'listLedgerLeaves',
          summary: 'What was recorded, newest first, as salted commitments',
          querystring: LeafQuery,
          response: { 200: z.array(LedgerLeaf) },
        },
      },
      async (request, reply) => pagedList(request, open(reply), await proofs.listLeaves(request.query)),
    )

    server.get(
      '/api/ledger/leaves/:index',
      {
        config,
        schema: {
          tags,
          operationId: 'getLedgerLeaf',
          summary: 'One leaf by its number, which begins at 0',
          params: z.object({ index: queryNumber(0, Number.MAX_SAFE_INTEGER) }),
          response: { 200: LedgerLeaf },
        },
      },
      async (request, reply) => open(reply).send(await proofs.getLeaf(request.params.index)),
    )
  })

/** Proofs about the tree, for anybody. */
export const ledgerProofRoutes = ({ proofs }: { proofs: LedgerProofs }) =>
  defineRoutes((server) => {
    server.get(
      '/api/ledger/inclusion',
      {
        config: { ...config, refusals: { 404: ['not_found', 'ledger_size', 'ledger_too_early'] } },
        schema: {
          tags,
          operationId: 'proveLedgerInclusion',
          summary: 'The proof that a leaf is in the tree (RFC 9162)',
          querystring: InclusionQuery,
          response: { 200: InclusionProof },
        },
      },
      async (request, reply) => open(reply).send(await proofs.proveInclusion(request.query)),
    )

    server.get(
      '/api/ledger/consistency',
      {
        config: { ...config, refusals: { 404: ['ledger_size'] } },
        schema: {
          tags,
          operationId: 'proveLedgerConsistency',
          summary: 'The proof that nothing was changed between two sizes of the tree (RFC 9162)',
          querystring: ConsistencyQuery,
          response: { 200: ConsistencyProof },
        },
      },
      async (request, reply) => {
        const { first, second } = request.query
        return open(reply).send(await proofs.proveConsistency(first, second))
      },
    )
  })

/** Signatures of witnesses, whose keys are a setting. */
export const cosignatureRoutes = ({ cosigning }: { cosigning: Cosigning }) =>
  defineRoutes((server) => {
    server.post(
      '/api/ledger/cosignatures',
      {
        config: { ...config, refusals: { 422: ['cosignature_refused'] } },
        schema: {
          tags,
          operationId: 'addLedgerCosignatures',
          summary: 'Add the signatures of known witnesses to a checkpoint (C2SP tlog-cosignature)',
          body: NewCosignatures,
          response: { 200: CosignatureCount },
        },
      },
      async (request) => ({ stored: await cosigning.add(request.body.note) }),
    )
  })

interface FileRouteOptions {
  state: Pick<LedgerStateReader, 'getCheckpoint'>
  tiles: TileFiles
  legalTexts: Pick<LegalTexts, 'getText'>
}

/** The ledger as files, as monitors and witnesses read it (C2SP tlog-tiles). */
export const ledgerFileRoutes = ({ state, tiles, legalTexts }: FileRouteOptions) =>
  defineRoutes((server) => {
    server.get(
      '/ledger/checkpoint',
      {
        config: { ...config, rateLimit: 'file', refusals: { 404: ['not_found'] } },
        schema: {
          tags,
          operationId: 'getLedgerCheckpoint',
          summary: 'The newest checkpoint as a signed note (C2SP tlog-checkpoint)',
          response: writtenAnswer(
            z.string().meta({
              examples: [
                'example.org/ledger\n1\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n— example.org/ledger …',
              ],
            }),
            'text/plain',
          ),
        },
      },
      async (_request, reply) => {
        const note = await state.getCheckpoint()
        return open(reply).header('content-type', 'text/plain; charset=utf-8').send(note)
      },
    )

    server.get(
      '/ledger/tile/*',
      {
        config: { ...config, rateLimit: 'file' },
        // Its path has as many parts as the tree is large, which OpenAPI cannot describe.
        schema: { hide: true, params: z.object({ '*': z.string() }) },
      },
      async (request, reply) => {
        const file = await tiles.getFile(request.params['*'])
        return reply.headers(immutable).header('content-type', 'application/octet-stream').send(file)
      },
    )

    server.get(
      '/ledger/legal/:sha256.txt',
      {
        config: { ...config, rateLimit: 'file' },
        schema: {
          tags,
          operationId: 'getLegalText',
          summary: 'A version of a legal text that was once published here, by its SHA-256',
          params: z.object({
            sha256: z
              .string()
              .regex(/^[0-9a-f]{64}$/)
              .meta({ examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] }),
          }),
          response: writtenAnswer(z.string(), 'text/plain'),
        },
      },
      async (request, reply) => {
        const { text, language } = await legalTexts.getText(request.params.sha256)
        reply.headers({
          ...immutable,
          'content-type': 'text/plain; charset=utf-8',
          'content-language': language,
        })
        return reply.send(text)
      },
    )
  })
