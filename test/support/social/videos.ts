import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
} from 'mediabunny'

interface VideoOptions {
  seconds?: number
  width?: number
  height?: number
  format?: OutputFormat
}

/** A video of some seconds that no player could draw: its container is whole, its pictures are noise. */
export async function makeVideo({
  seconds = 4,
  width = 640,
  height = 360,
  format = new Mp4OutputFormat(),
}: VideoOptions = {}): Promise<Buffer> {
  const target = new BufferTarget()
  const output = new Output({ format, target })
  const source = new EncodedVideoPacketSource('vp9')
  output.addVideoTrack(source, { frameRate: 1 })
  await output.start()
  const decoderConfig = { codec: 'vp09.00.10.08', codedWidth: width, codedHeight: height }
  for (let second = 0; second < seconds; second++)
    await source.add(new EncodedPacket(new Uint8Array(500), 'key', second, 1), { decoderConfig })
  await output.finalize()
  if (!target.buffer) throw new Error('no video was made')
  return Buffer.from(target.buffer)
}
