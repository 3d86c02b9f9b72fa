import formBody from '@fastify/formbody'
import type { RouteServer } from './routes.ts'

/** Lets a group of routes read posted forms and nothing else. `bodyLimit` is in bytes. */
export async function acceptForms({ instance }: RouteServer, bodyLimit: number): Promise<void> {
  instance.removeAllContentTypeParsers()
  await instance.register(formBody, { bodyLimit })
}
