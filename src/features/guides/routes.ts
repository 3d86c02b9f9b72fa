import { readFileSync } from 'node:fs'
import { defineRoutes } from '#http/routes.ts'
import { scriptPath } from './contract.ts'

/** The script that checks a badge, for download: the same that the guide shows. */
export const guideRoutes = () =>
  defineRoutes((server) => {
    const script = readFileSync(new URL('site/check-badge.mjs', import.meta.url), 'utf8')
    server.get(
      scriptPath,
      { config: { access: 'public' }, schema: { hide: true } },
      async (_request, reply) =>
        reply
          .headers({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' })
          .send(script),
    )
  })
