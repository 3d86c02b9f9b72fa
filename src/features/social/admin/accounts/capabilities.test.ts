import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SocialPlatform } from '#features/social/accounts/contract.ts'
import { listCapabilities } from './capabilities.ts'

const platform: SocialPlatform = {
  ...{
    id: 'twitter',
    platform_id: 'twitter',
    name: 'X',
    icon_class: 'platform-twitter',
    connection: 'oauth',
  },
  ...{ publishing: 'automatic', needs_approval: false, costs_money: true, needs_public_site: false },
  ...{ can_find: false, can_remove: true, has_figures: true, scopes: [], is_managed: true, missing: [] },
  redirect_uri: null,
}
const burdensOf = (one: SocialPlatform) =>
  listCapabilities(one).flatMap(({ name, isBurden }) => (isBurden ? [name] : []))

test('what makes work for somebody is told apart from what does not', () => {
  assert.deepEqual(burdensOf(platform), ['cost', 'find'])
  assert.deepEqual(burdensOf({ ...platform, needs_approval: true, can_remove: false }), [
    ...['approval', 'cost', 'find', 'remove'],
  ])
})

test('where a person posts by hand, nothing is told of what the product would do', () => {
  const told = listCapabilities({ ...platform, publishing: 'assisted' })
  assert.deepEqual(told.map(({ name }) => name).toSorted(), ['approval', 'cost', 'publishing'])
})
