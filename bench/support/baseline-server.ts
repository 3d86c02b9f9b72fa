// A bare server without any code of the product, with which the product is compared.
import { createServer, type RequestListener } from 'node:http'
import fastifyStatic from '@fastify/static'
import Fastify from 'fastify'
import pg from 'pg'
import type { BaselineTask } from './baseline.ts'

const port = Number(process.argv[2])

process.once('message', async (task: BaselineTask) => {
  if (task.does === 'insert') await serveInsert(task.databaseUrl)
  else if (task.does === 'static') await serveFiles(task.folder)
  else {
    const server = createServer(task.does === 'answer' ? answer(task) : parse)
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  }
  process.send?.('ready')
})

function answer({ headers, base64 }: Extract<BaselineTask, { does: 'answer' }>): RequestListener {
  const body = Buffer.from(base64, 'base64')
  const all = { ...headers, 'content-length': body.length }
  return (_request, response) => {
    response.writeHead(200, all)
    response.end(body)
  }
}

const parse: RequestListener = (request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { email }: { email: string } = JSON.parse(Buffer.concat(chunks).toString())
    const body = JSON.stringify({ status: email ? 'registered' : 'refused' })
    response.writeHead(201, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    response.end(body)
  })
}

async function serveFiles(root: string): Promise<void> {
  const server = Fastify()
  await server.register(fastifyStatic, { root })
  await server.listen({ port, host: '127.0.0.1' })
}

async function serveInsert(databaseUrl: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
  await pool.query(`CREATE TABLE IF NOT EXISTS bench_leads (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(), email text UNIQUE NOT NULL, name text NOT NULL, segment text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now())`)
  const server = Fastify()
  interface Lead {
    email: string
    name: string
    segment: string
  }
  server.post<{ Body: Lead }>('/', async (request, reply) => {
    const { email, name, segment } = request.body
    await pool.query('INSERT INTO bench_leads (email, name, segment) VALUES ($1, $2, $3)', [
      email,
      name,
      segment,
    ])
    return reply.status(201).send({ status: 'registered' })
  })
  await server.listen({ port, host: '127.0.0.1' })
}
