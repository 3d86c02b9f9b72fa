import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { PlatformEndpoints } from '#features/social/platforms/endpoints.ts'
import { createAuthorizationCodes } from './protocol/authorization-code.ts'
import {
  bearerOf,
  createSimulatorState,
  formOf,
  type PlatformRequest,
  type PlatformSimulator,
  publishOrFail,
  refusalSentence,
  type ShownPost,
  sendJson,
  startPlatformServer,
} from './simulator.ts'

const hours = 3_600_000
const repository = 'acme/site'
const categories = [
  { id: 'DIC_announcements', name: 'Announcements' },
  { id: 'DIC_general', name: 'General' },
]

interface Entry {
  id: string
  number: number
  tag?: string
  body: string
  post: ShownPost
}

/** GitHub with one account, which may publish in `acme/site`. https://docs.github.com/en/rest */
export async function startGithubSimulator(): Promise<
  PlatformSimulator & { endpoints: PlatformEndpoints['github']; tags: Set<string> }
> {
  const state = createSimulatorState()
  const codes = createAuthorizationCodes(state.client)
  const entries: Entry[] = []
  const tags = new Set<string>()

  const server = await startPlatformServer((response, request) => {
    const { pathname } = request.url
    if (pathname === '/login/oauth/authorize') return codes.authorize(response, request)
    if (pathname === '/login/oauth/access_token') return giveTokens(response, request)
    if (pathname === `/applications/${state.client.id}/token`) return revoke(response, request)
    if (!state.accepts(bearerOf(request))) return sendJson(response, 401, { message: 'Bad credentials' })
    if (pathname === '/graphql') return answerGraphql(response, request)
    answerRest(response, request)
  })

  /** Errors have the status of a success. */
  function giveTokens(response: ServerResponse, request: PlatformRequest) {
    const form = formOf(request)
    const refuse = (error: string, description: string) =>
      sendJson(response, 200, { error, error_description: description })
    const answer = (scope: string) =>
      sendJson(response, 200, {
        ...{ access_token: state.tokens().accessToken, refresh_token: state.tokens().refreshToken },
        ...{ expires_in: 28_800, refresh_token_expires_in: 15_897_600, scope, token_type: 'bearer' },
      })
    if (!codes.isClient(form))
      return refuse(
        'incorrect_client_credentials',
        'The client_id and/or client_secret passed are incorrect.',
      )
    if (form.get('grant_type') === 'refresh_token') {
      if (!state.acceptsRefresh(form.get('refresh_token')))
        return refuse('bad_refresh_token', 'The refresh token passed is incorrect or expired.')
      state.renew()
      state.counts.renewals++
      return answer('public_repo')
    }
    const given = codes.redeem(form)
    if (!given) return refuse('bad_verification_code', 'The code passed is incorrect or expired.')
    answer(given.scope.split(' ').join(','))
  }

  function revoke(response: ServerResponse, { method, headers, body }: PlatformRequest) {
    const basic = Buffer.from(`${state.client.id}:${state.client.secret}`).toString('base64')
    if (method !== 'DELETE' || headers.authorization !== `Basic ${basic}`)
      return sendJson(response, 401, { message: 'Bad credentials' })
    if (!state.accepts(JSON.parse(body.toString()).access_token))
      return sendJson(response, 404, { message: 'Not Found' })
    state.counts.revocations++
    state.expireToken()
    response.writeHead(204).end()
  }

  const failures = (response: ServerResponse) => ({
    rejectToken: () => sendJson(response, 401, { message: 'Bad credentials' }),
    limit: () =>
      sendJson(
        response,
        429,
        { message: 'You have exceeded a secondary rate limit.' },
        { 'retry-after': state.retryAfter },
      ),
  })

  function add(entry: Omit<Entry, 'post' | 'number'>, title: string, target: ShownPost['target']): ShownPost {
    const number = entries.length + 1
    const kind = entry.tag ? `releases/tag/${entry.tag}` : `discussions/${number}`
    const post = {
      ...{ id: entry.id, url: `https://github.com/${repository}/${kind}`, title, target, files: [] },
      ...{ text: entry.body.replace(/<!--.*?-->/gs, '').trimEnd(), at: new Date() },
    }
    entries.push({ ...entry, number, post })
    if (entry.tag) tags.add(entry.tag)
    return post
  }

  function remove(entry: Entry | undefined) {
    if (!entry) return
    entries.splice(entries.indexOf(entry), 1)
    state.shown.splice(state.shown.indexOf(entry.post), 1)
  }

  function answerGraphql(response: ServerResponse, { body }: PlatformRequest) {
    const { query, variables } = JSON.parse(body.toString())
    const answer = (data: object) => sendJson(response, 200, { data })
    const fail = (type: string, message: string) =>
      sendJson(response, 200, { data: null, errors: [{ type, message, locations: [] }] })
    const noNode = () =>
      fail('NOT_FOUND', `Could not resolve to a node with the global id of '${variables.id}'.`)
    const entry = entries.find(({ id }) => id === variables.id)
    if (query.includes('createDiscussion(')) return createDiscussion(response, variables.input, fail)
    if (query.includes('deleteDiscussion(')) {
      if (!entry) return noNode()
      remove(entry)
      return answer({ deleteDiscussion: { discussion: { id: entry.id } } })
    }
    if (query.includes('node(id:')) {
      if (!entry) return noNode()
      return answer({ node: { upvoteCount: 3, comments: { totalCount: 2 }, reactions: { totalCount: 5 } } })
    }
    if (`${variables.owner}/${variables.name}` !== repository)
      return fail('NOT_FOUND', `Could not resolve to a Repository with the name '${variables.name}'.`)
    const discussions = entries.filter(({ tag }) => !tag).reverse()
    answer({
      repository: {
        ...{ id: 'R_site', viewerPermission: 'WRITE', hasDiscussionsEnabled: true },
        discussionCategories: { nodes: categories },
        discussions: {
          nodes: discussions.map(({ id, body: written, post }) => ({
            ...{ id, url: post.url, body: written, createdAt: post.at.toISOString(), viewerDidAuthor: true },
          })),
          pageInfo: { hasNextPage: false, endCursor: null },
        },
      },
    })
  }

  function createDiscussion(
    response: ServerResponse,
    input: Record<string, string>,
    fail: (type: string, message: string) => void,
  ) {
    const { repositoryId, categoryId = '', title = '', body = '' } = input
    if (repositoryId !== 'R_site' || !categories.some(({ id }) => id === categoryId))
      return fail('NOT_FOUND', `Could not resolve to a node with the global id of '${categoryId}'.`)
    if ([...body].length > 65_536)
      return fail('UNPROCESSABLE', 'Body is too long (maximum is 65536 characters)')
    publishOrFail(state, response, {
      ...failures(response),
      act: () =>
        add({ id: `D_${randomBytes(6).toString('hex')}`, body }, title, { repository, category: categoryId }),
      succeed: ({ id, url }) =>
        sendJson(response, 200, { data: { createDiscussion: { discussion: { id, url } } } }),
      refuse: () => fail('UNPROCESSABLE', refusalSentence),
    })
  }

  function answerRest(response: ServerResponse, { method, url, body }: PlatformRequest) {
    const route = `${method} ${url.pathname}`
    if (route === 'GET /user')
      return sendJson(response, 200, { id: 4242, login: 'acme', html_url: 'https://github.com/acme' })
    if (route === 'GET /rate_limit')
      return sendJson(response, 200, {
        resources: {
          core: { limit: 5000, remaining: 4998, reset: Math.floor((Date.now() + hours) / 1000) },
        },
      })
    if (route === 'GET /user/repos') return listRepositories(response)
    const start = `/repos/${repository}/`
    if (!url.pathname.startsWith(start)) return sendJson(response, 404, { message: 'Not Found' })
    answerReleases(response, `${method} ${url.pathname.slice(start.length)}`, body)
  }

  function answerReleases(response: ServerResponse, route: string, body: Buffer) {
    if (route === 'POST releases') return createRelease(response, JSON.parse(body.toString()))
    const [, tag] = /^DELETE git\/refs\/tags\/(.+)$/.exec(route) ?? []
    if (tag) return void response.writeHead(tags.delete(tag) ? 204 : 422).end()
    const [, method, key] = /^(GET|DELETE) releases\/(?:tags\/)?([^/]+)$/.exec(route) ?? []
    const entry = entries.find(({ tag: taken, number }) => taken && (taken === key || String(number) === key))
    if (!entry) return sendJson(response, 404, { message: 'Not Found' })
    if (method === 'GET') return sendJson(response, 200, releaseOf(entry))
    remove(entry)
    response.writeHead(204).end()
  }

  const releaseOf = ({ number: id, tag: tag_name, body, post }: Entry) => ({
    ...{ id, tag_name, body, html_url: post.url, reactions: { total_count: 7 } },
  })

  function createRelease(response: ServerResponse, sent: { tag_name: string; name: string; body: string }) {
    const { tag_name: tag, name, body } = sent
    const invalid = (error: object) =>
      sendJson(response, 422, { message: 'Validation Failed', errors: [{ resource: 'Release', ...error }] })
    if (entries.some((entry) => entry.tag === tag))
      return invalid({ code: 'already_exists', field: 'tag_name' })
    publishOrFail(state, response, {
      ...failures(response),
      act: () => add({ id: `R_${tag}`, tag, body }, name, { repository, category: 'release' }),
      succeed: ({ id }) => {
        const entry = entries.find((one) => one.id === id)
        if (entry) sendJson(response, 201, releaseOf(entry))
      },
      refuse: () => invalid({ code: 'custom', field: 'body', message: refusalSentence }),
    })
  }

  return Object.assign(state, {
    ...{ origin: server.origin, received: server.received, close: server.close, tags },
    endpoints: { site: server.origin, api: server.origin },
    grant: () => ({
      ...state.tokens(),
      expiresAt: new Date(Date.now() + 8 * hours),
      refreshExpiresAt: new Date(Date.now() + 184 * 24 * hours),
      scopes: ['public_repo'],
    }),
  })
}

function listRepositories(response: ServerResponse) {
  const one = { archived: false, private: false, has_discussions: true, permissions: { push: true } }
  sendJson(response, 200, [
    { ...one, full_name: repository },
    { ...one, full_name: 'acme/secret', private: true },
    { ...one, full_name: 'acme/old', archived: true },
    { ...one, full_name: 'other/read-only', has_discussions: false, permissions: { push: false } },
  ])
}
