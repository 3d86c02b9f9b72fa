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

/** The same for gauges with a label: `list` gives its values, each with its number. */
export function createLabelledGauges<State>(
  registry: Registry,
  label: string,
  read: () => Promise<State | undefined>,
) {
  return (
    name: string,
    help: string,
    list: (state: State) => Iterable<readonly [value: string, number: number]>,
  ): void => {
    new Gauge({
      ...{ name, help, labelNames: [label], registers: [registry] },
      async collect() {
        const state = await read()
        this.reset()
        if (state) for (const [value, number] of list(state)) this.set({ [label]: value }, number)
      },
    })
  }
}
