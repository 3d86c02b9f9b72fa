import { once } from 'node:events'
import { connect } from 'node:net'

/** Whether something listens at a port of this machine. */
export async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const answer = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return answer
}
