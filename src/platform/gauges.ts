import { Gauge, type Registry } from 'prom-client'

/** Creates a function that adds gauges of a state that is read for each scrape; they are absent while it is undefined. */
export function createGauges<State>(registry: Registry, read: () => Promise<State | undefined>) {
  return (name: string, help: string, find: (state: State) => number): void => {
    new Gauge({
      ...{ name, help, registers: [registry] },
      async collect() {
        const state = await read()
        if (state === undefined) this.remove()
        else this.set(find(state))
      },
    })
  }
}
