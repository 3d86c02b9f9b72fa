/** The tasks in the tests of the worker pool. */
type Order =
  | { kind: 'echo'; value: string }
  | { kind: 'wait'; milliseconds: number }
  | { kind: 'throw'; message: string }
  | { kind: 'loop' }
  | { kind: 'fill' }
  | { kind: 'exit' }
  | { kind: 'environment' }

/** Runs one of the tasks. */
export async function run(order: Order): Promise<string> {
  switch (order.kind) {
    case 'echo':
      return order.value
    case 'wait':
      await new Promise((resolve) => setTimeout(resolve, order.milliseconds))
      return 'waited'
    case 'throw':
      throw new TypeError(order.message)
    case 'loop':
      for (;;);
    case 'fill':
      for (const kept: string[][] = []; ; )
        kept.push(Array.from({ length: 10_000 }, (_, i) => `${i} ${kept.length}`))
    case 'exit':
      return process.exit(3)
    case 'environment':
      return Object.keys(process.env).join(' ')
  }
}
