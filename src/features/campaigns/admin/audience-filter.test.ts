import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Audience } from '#features/campaigns/contract.ts'
import { LeadFilter } from '#features/early-adopters/saved-filters/contract.ts'
import { audienceOf, filterOf, isChosen } from './audience-filter.ts'

describe('an audience and a saved filter', () => {
  test('stand for each other, whatever the list is narrowed by', () => {
    const filters: LeadFilter[] = [
      { search: 'ejemplo.org' },
      { segment: 'business', language: 'ar', kind: 'demo' },
      { badge: 'pioneer' },
      { tag: '00000000-0000-4000-8000-000000000000' },
      { has_badge: true },
      { has_badge: false, search: 'محمد' },
    ]
    for (const filter of filters) {
      const audience = audienceOf(filter)
      assert.ok(audience && isChosen(audience))
      assert.deepEqual(filterOf(audience), filter)
      assert.ok(LeadFilter.safeParse(filterOf(audience)).success)
    }
  })

  test('do not, when the filter narrows by what an audience cannot say: it would be written to more people', () => {
    for (const more of [
      { country: 'ES' },
      { registered_from: '2026-03-29' },
      { registered_to: '2026-03-29' },
      { step: 'opened' },
    ] as const)
      assert.equal(audienceOf({ segment: 'business', ...more }), undefined)
  })

  test('do not, when the audience takes what the list cannot be narrowed by', () => {
    const id = '00000000-0000-4000-8000-000000000000'
    const others = [
      ...[
        { segments: ['business', 'academic'] },
        { languages: ['es', 'ar'] },
        { kinds: ['demo', 'contact'] },
        { tags: [id, '00000000-0000-4000-8000-000000000001'] },
      ],
      ...[{ badges: ['none', 'pioneer'] }, { badges: ['pioneer', 'visionary'] }],
      ...[
        { lead_ids: [id] },
        { except_campaign: id },
        { unopened_campaign: id },
        { segments: ['business'], lead_ids: [id] },
        {},
      ],
    ]
    for (const audience of others) {
      assert.equal(filterOf(Audience.parse(audience)), undefined, JSON.stringify(audience))
    }
    assert.equal(isChosen(Audience.parse({})), false)
    assert.equal(isChosen(Audience.parse({ except_campaign: id })), true)
  })
})
