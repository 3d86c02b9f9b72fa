import type { ServerResponse } from 'node:http'
import { sendJson } from '../simulator.ts'

export const sendData = (response: ServerResponse, data: unknown) =>
  sendJson(response, 200, { data, error: { code: 'ok', message: '', log_id: '20261128' } })

export const refuseTiktok = (
  response: ServerResponse,
  status: number,
  code: string,
  message: string,
  headers = {},
) => sendJson(response, status, { data: {}, error: { code, message, log_id: '20261128' } }, headers)
