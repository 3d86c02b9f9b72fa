// What the tests of forked processes run.

process.on('message', ({ id, work, amount = 0 }: { id: number; work: string; amount?: number }) => {
  if (work === 'echo') process.send?.({ id, pid: process.pid })
  if (work === 'wait') setTimeout(() => process.send?.({ id, pid: process.pid }), amount)
  if (work === 'fail') process.send?.({ id, failure: 'no luck' })
  if (work === 'exit') process.exit(3)
  if (work === 'loop') for (;;);
  if (work === 'fill') {
    const pieces = Array.from({ length: amount }, () => Buffer.alloc(20_000_000, 1))
    process.send?.({ id, pid: pieces.length })
  }
})
