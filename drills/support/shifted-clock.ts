// Loaded before a server (`node --import`): its clock then differs by CLOCK_SHIFT milliseconds from that of the machine.

const shift = Number(process.env.CLOCK_SHIFT ?? 0)

globalThis.Date = new Proxy(Date, {
  construct(target, values, newTarget) {
    const times = values.length === 0 ? [target.now() + shift] : values
    return Reflect.construct(target, times, newTarget)
  },
  apply: (target) => new target(target.now() + shift).toString(),
  get: (target, key) => (key === 'now' ? () => target.now() + shift : Reflect.get(target, key)),
})
