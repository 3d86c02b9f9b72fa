// The test of what costly texts cost, with every text in every field.
process.env.SWEEP = 'full'
await import('../test/hostile-cost.test.ts')

export {}
