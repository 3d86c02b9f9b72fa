import type { IncomingMessage } from 'node:http'
import formBody from '@fastify/formbody'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ContentKey, PublishedText } from '#features/content/contract.ts'
import { Registration } from '#features/early-adopters/contract.ts'
import type { Catalogues } from '#platform/catalogues.ts'
import { isLanguage, type Language, languageCookie, languageOf, languages } from '#shared/languages.ts'
import type { Problem } from '#shared/problem.ts'
import { segments } from '#shared/segments.ts'
import type { FormState, PageInput, PageName, RenderedPage, SiteFacts, Theme } from '#site/contract.ts'
import { publicPages } from '#site/routes.ts'
import {
  type Answer,
  compressAnswer,
  type KeptAnswer,
  type PageCache,
  writeKeptAnswer,
} from './page-cache.ts'
import { findProblem, refusedFields } from './problem-details.ts'
import { defineRoutes, type Routes } from './routes.ts'
import { pagePolicy } from './security-headers.ts'

/** What the module of the SSR build exports. */
export interface PageRenderer {
  renderPage(input: PageInput): RenderedPage
}

/** Loads the pages as `npm run build` made them. This is the only place that does. */
export async function loadPageRenderer(): Promise<PageRenderer> {
  return import(new URL('../../dist/server/render.js', import.meta.url).href)
}

interface PageOptions {
  renderer: PageRenderer
  cache: PageCache
  catalogues: Catalogues
  facts: SiteFacts
  assets: PageInput['assets']
  /** Headers that every answer carries. */
  headers: Record<string, string>
  publishedTexts: (language: Language) => Promise<Partial<Record<ContentKey, PublishedText>>>
  register: (registration: Registration, language: Language) => Promise<void>
  /** Seconds for which a client must wait before it may post again, else 0. */
  takeQuota: (client: string) => number
}

/** What a request for a page asks for, apart from the page. */
interface Visit {
  language: Language
  theme: Theme
  /** Whether the address names no language, so that the answer depends on who asks. */
  isBare: boolean
  path: string
  /** The state of the form that the address asks for: a segment, or that a registration went through. */
  variant: string
}

// For what is sent once: a tenth of the work of the best quality, for a tenth more bytes.
const onceQuality = 5

const idle: FormState = { status: 'idle', values: { segment: segments[0] }, errors: {} }

/** The public pages: found in the page cache or made for it, in the visitor's language and theme. */
export function createPages(options: PageOptions) {
  const { renderer, cache, catalogues, facts, assets, headers } = options
  const errorPages = new Map<string, Promise<KeptAnswer>>()

  function render(
    page: PageName,
    visit: Visit,
    rest: Pick<PageInput, 'texts' | 'form' | 'error'>,
    status: number,
  ): Answer {
    const { html, styles } = renderer.renderPage({
      page,
      language: visit.language,
      theme: visit.theme,
      path: visit.path,
      facts,
      t: catalogues.translator(visit.language),
      assets,
      ...rest,
    })
    return {
      status,
      body: html,
      headers: {
        ...headers,
        'content-type': 'text/html; charset=utf-8',
        'content-language': visit.language,
        'content-security-policy': pagePolicy(styles),
        // Always asked for anew, so that a published change shows on the next visit; usually answered 304.
        'cache-control': 'no-cache',
        vary: visit.isBare ? 'Accept-Encoding, Accept-Language, Cookie' : 'Accept-Encoding, Cookie',
      },
    }
  }

  async function answerPage(
    page: PageName,
    visit: Visit,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const build = async () =>
      render(
        page,
        visit,
        { texts: await options.publishedTexts(visit.language), form: formOf(visit.variant) },
        200,
      )
    const kept = await cache.get(keyOf(visit), build)
    reply.hijack()
    writeKeptAnswer(request.raw, reply.raw, kept)
  }

  async function answerForm(
    page: PageName,
    visit: Visit,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const values = readForm(request.body)
    const refuse = async (status: number, state: Pick<FormState, 'errors' | 'message'>) => {
      const form: FormState = { status: 'refused', values, ...state }
      const texts = await options.publishedTexts(visit.language).catch(() => ({}))
      const answer = render(page, visit, { texts, form }, status)
      answer.headers['cache-control'] = 'no-store'
      const ready = await compressAnswer(answer, onceQuality)
      reply.hijack()
      writeKeptAnswer(request.raw, reply.raw, ready)
    }
    const t = catalogues.translator(visit.language)
    const wait = options.takeQuota(request.client)
    if (wait > 0) return refuse(429, { errors: {}, message: t('errors:rate_limited', { count: wait }) })
    const read = Registration.safeParse(values)
    if (!read.success) {
      const errors = refusedFields(read.error.issues).map(({ field, code }) => [
        field.split('.')[0] ?? '',
        t(catalogues.has(`errors:fields.${code}`) ? `errors:fields.${code}` : 'errors:fields.invalid'),
      ])
      return refuse(422, { errors: Object.fromEntries(errors) })
    }
    try {
      await options.register(read.data, visit.language)
    } catch (error) {
      request.log.error({ err: error }, 'a registration failed')
      return refuse(findProblem(error)?.status ?? 500, { errors: {}, message: t('site:form.failed') })
    }
    return reply.redirect(`/${visit.language}${visit.path}?registered#community`, 303)
  }

  // What most visits ask for, which need not be read anew each time: a page in a named language, without cookies.
  const plainKeys = new Map(
    languages.flatMap((language) =>
      publicPages.map(({ path }) => {
        const visit: Visit = { language, path, theme: 'auto', isBare: false, variant: '' }
        return [`/${language}${path}`, keyOf(visit)]
      }),
    ),
  )

  return {
    /** The key under which a page's answer would be kept, if the request is for a page. */
    findKey(request: IncomingMessage): string | undefined {
      if (request.headers.cookie === undefined) {
        const plain = plainKeys.get(request.url ?? '')
        if (plain !== undefined) return plain
      }
      const visit = findVisit(request)
      return visit && publicPages.some(({ path }) => path === visit.path) ? keyOf(visit) : undefined
    },

    /** Answers a visitor with an error page in their language and look. */
    async sendError(request: FastifyRequest, reply: FastifyReply, problem: Problem): Promise<void> {
      // One page for all missing addresses, so it must not speak of this one.
      const visit = { ...readVisit(request.raw), path: '/', variant: '' }
      const build = async () => {
        const error = { status: problem.status, ...(problem.status === 500 && { requestId: request.id }) }
        const answer = render('error', visit, { texts: {}, form: idle, error }, problem.status)
        answer.headers['x-robots-tag'] = 'noindex'
        answer.headers['cache-control'] = 'no-store'
        if (retryAfter !== undefined) answer.headers['retry-after'] = String(retryAfter)
        return answer
      }
      const { retryAfter } = problem.options
      const isOneOff = problem.status === 500 || problem.status === 429
      const key = `${problem.status} ${retryAfter ?? ''} ${visit.language} ${visit.theme}`
      const make = async () => compressAnswer(await build(), onceQuality)
      // They depend on nothing that changes, so each is made once: refusing must cost less than serving.
      const page = isOneOff ? make() : (errorPages.get(key) ?? make())
      if (!isOneOff) errorPages.set(key, page)
      const answer = await page.catch((error: unknown) => {
        errorPages.delete(key)
        throw error
      })
      reply.hijack()
      writeKeptAnswer(request.raw, reply.raw, answer)
    },

    routes: defineRoutes(async (server) => {
      server.removeAllContentTypeParsers()
      await server.register(formBody, { bodyLimit: 64 * 1024 })
      for (const { name, path } of publicPages) {
        const config = { access: 'public' } as const
        const schema = { hide: true }
        for (const language of [undefined, ...languages]) {
          const prefix = language ? `/${language}` : ''
          // The router decodes an address and cuts it at `#`: what it found counts, or each spelling would be a page.
          const visitOf = ({ raw }: FastifyRequest): Visit => {
            const visit = readVisit(raw)
            return { ...visit, path, isBare: !language, language: language ?? visit.language }
          }
          server.get(`${prefix}${path}`, { config, schema }, (request, reply) =>
            answerPage(name, visitOf(request), request, reply),
          )
          if (language) {
            server.post(
              `${prefix}${path}`,
              { config: { ...config, expects: 'application/x-www-form-urlencoded' }, schema },
              (request, reply) => answerForm(name, visitOf(request), request, reply),
            )
          }
          // One address a page: the landing has a slash at its end, the others have none.
          const twin = path === '/' ? prefix : `${prefix}${path}/`
          if (twin) {
            server.get(twin, { config, schema }, (request, reply) => {
              const query = request.url.split('?')[1]
              return reply.redirect(`${prefix}${path}${query ? `?${query}` : ''}`, 301)
            })
          }
        }
      }
    }) satisfies Routes,
  }
}

function keyOf({ isBare, language, path, variant, theme }: Visit): string {
  return `${isBare ? 'bare' : 'page'} ${language} ${path} ${variant} ${theme}`
}

/** Reads a page request fast: this runs before routing, on every hit. */
function findVisit(request: IncomingMessage): Visit | undefined {
  const { url = '/' } = request
  return url.startsWith('/api') || url.startsWith('/assets/') ? undefined : readVisit(request)
}

function readVisit({ url = '/', headers }: IncomingMessage): Visit {
  const mark = url.indexOf('?')
  const whole = mark < 0 ? url : url.slice(0, mark)
  const query = mark < 0 ? '' : url.slice(mark + 1)
  const first = whole.slice(1, 3)
  const isPrefixed = isLanguage(first) && (whole.length === 3 || whole[3] === '/')
  const { cookie } = headers
  return {
    isBare: !isPrefixed,
    language: isPrefixed ? first : languageOf(findCookie(cookie, languageCookie), headers['accept-language']),
    // Empty for `/es`, which is no page but leads to one.
    path: isPrefixed ? whole.slice(3) : whole,
    theme: readTheme(findCookie(cookie, 'theme')),
    variant: query ? variantOf(query) : '',
  }
}

function variantOf(query: string): string {
  const parameters = new URLSearchParams(query)
  if (parameters.has('registered')) return 'registered'
  const segment = segments.find((one) => one === parameters.get('segment'))
  return segment && segment !== segments[0] ? segment : ''
}

function formOf(variant: string): FormState {
  if (variant === 'registered') return { ...idle, status: 'registered' }
  const segment = segments.find((one) => one === variant)
  return segment ? { ...idle, values: { segment } } : idle
}

function findCookie(header: string | undefined, name: string): string | undefined {
  if (!header) return undefined
  for (const part of header.split(';')) {
    const [key, value] = part.trim().split('=')
    if (key === name) return value
  }
  return undefined
}

function readTheme(value: string | undefined): Theme {
  return value === 'light' || value === 'dark' ? value : 'auto'
}

/** A posted form as its fields: what browsers leave out is empty, one checked box is a list of one. */
function readForm(body: unknown): FormState['values'] {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const textOf = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '')
  const interests = [fields.interests ?? []].flat().filter((id) => typeof id === 'string')
  return {
    email: textOf('email'),
    name: textOf('name'),
    company: textOf('company'),
    segment: textOf('segment'),
    interests,
    consent: textOf('consent') !== '',
  } as FormState['values']
}
