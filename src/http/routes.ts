import type { IncomingMessage, ServerResponse } from 'node:http'
import type {
  ContextConfigDefault,
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  onRequestAsyncHookHandler,
  preHandlerAsyncHookHandler,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
  RouteShorthandOptions,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Permission } from '#shared/permissions.ts'
import { Problem } from '#shared/problem.ts'
import { type Access, type ChangedLanguages, findSignedIn, type SignedIn } from './access.ts'

type RequestOf<Schema extends FastifySchema> = FastifyRequest<
  RouteGenericInterface,
  RawServerDefault,
  IncomingMessage,
  Schema,
  ZodTypeProvider
>
type ReplyOf<Schema extends FastifySchema> = FastifyReply<
  RouteGenericInterface,
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  ContextConfigDefault,
  Schema,
  ZodTypeProvider
>

type ReturnOf<Schema extends FastifySchema> = ReturnType<
  RouteHandlerMethod<
    RawServerDefault,
    IncomingMessage,
    ServerResponse,
    RouteGenericInterface,
    ContextConfigDefault,
    Schema,
    ZodTypeProvider
  >
>

/** The user that a handler receives: none on a public route, always one where a permission is needed. */
type Asker<Who extends Access> = Who extends 'public'
  ? []
  : Who extends Permission
    ? [signedIn: SignedIn]
    : [signedIn: SignedIn | undefined]

interface RouteOptions<Schema extends FastifySchema, Who extends Access>
  extends Pick<RouteShorthandOptions, 'bodyLimit' | 'logLevel'> {
  /** Runs before the body is read. */
  onRequest?: onRequestAsyncHookHandler
  /** Runs after access and body have been checked. */
  preHandler?: preHandlerAsyncHookHandler
  config: Omit<FastifyContextConfig, 'access' | 'languages'> & {
    access: Who
    languages?: ChangedLanguages<RequestOf<Schema>>
  }
  schema?: Schema
}

type AddRoute = <const Schema extends FastifySchema, const Who extends Access>(
  path: string,
  options: RouteOptions<Schema, Who>,
  handler: (request: RequestOf<Schema>, reply: ReplyOf<Schema>, ...asker: Asker<Who>) => ReturnOf<Schema>,
) => void

/** Adds routes whose handlers' types follow from their zod schemas and their access. */
export interface RouteServer {
  get: AddRoute
  post: AddRoute
  put: AddRoute
  patch: AddRoute
  delete: AddRoute
  /** The server that the routes are added to, to change its body parsers. */
  instance: FastifyInstance
  /** Adds routes with their own body parsers. */
  scope(define: (server: RouteServer) => Promise<void> | void): Promise<void>
}

/** A feature's routes, to be registered on the server by `app.ts`. */
export type Routes = (server: FastifyInstance) => Promise<void>

/** Wraps a feature's routes so that each one's types follow from its schema and its access. */
export function defineRoutes(define: (server: RouteServer) => Promise<void> | void): Routes {
  return async (instance) => define(createRouteServer(instance))
}

type AnyHandler = (request: FastifyRequest, reply: FastifyReply, signedIn?: SignedIn) => unknown

function createRouteServer(instance: FastifyInstance): RouteServer {
  const methodOf = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE') => {
    const addRoute = (url: string, options: RouteOptions<FastifySchema, Access>, handler: AnyHandler) => {
      const { access } = options.config
      instance.route({
        ...options,
        ...{ method, url },
        handler: (request, reply) => handler(request, reply, askerOf(request, access)),
      })
    }
    // Safe: the validator turns a request into what its schema says, and `askerOf` returns what `access` says.
    return addRoute as AddRoute
  }
  return {
    ...{ get: methodOf('GET'), post: methodOf('POST'), put: methodOf('PUT') },
    ...{ patch: methodOf('PATCH'), delete: methodOf('DELETE') },
    instance,
    async scope(define) {
      await instance.register(async (inner) => define(createRouteServer(inner)))
    },
  }
}

/** @throws {Problem} 401 without a user on a route that needs a permission, in case its guard has failed */
function askerOf(request: FastifyRequest, access: Access): SignedIn | undefined {
  if (access === 'public') return undefined
  const signedIn = findSignedIn(request)
  if (!signedIn && typeof access === 'object' && 'action' in access) throw new Problem('unauthorized', 401)
  return signedIn
}
