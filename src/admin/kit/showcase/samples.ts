// Sample texts for the page for developers, in English only.

export interface Sample {
  id: number
  name: string
  city: string
  mails: number
  state: 'sent' | 'failed'
}

export const samples: Sample[] = [
  { id: 1, name: 'Ana Ñandú', city: 'Montevideo', mails: 12, state: 'sent' },
  { id: 2, name: 'خالد العمري', city: 'عمّان', mails: 4, state: 'failed' },
  { id: 3, name: 'Friederike von Donaudampfschiff', city: 'Passau', mails: 187, state: 'sent' },
]

const days = Array.from({ length: 14 }, (_, index) => index)
export const points = days.map((day) => `${day + 1} May`)
export const series = [
  { key: 'sent', label: 'Sent', values: days.map((day) => Math.round(40 + 25 * Math.sin(day))) },
  {
    key: 'opened',
    label: 'Opened',
    values: days.map((day) => Math.round(15 + 8 * Math.sin(day))),
    possible: days.map((day) => Math.round(24 + 14 * Math.sin(day))),
    stroke: 'thick',
  },
  { key: 'clicked', label: 'Clicked', values: days.map((day) => 5 + (day % 3)), stroke: 'dashed' },
] as const

export const funnel = [
  { key: 'sent', label: 'Sent', least: 200, most: 200, value: '200' },
  { key: 'delivered', label: 'Delivered', least: 190, most: 190, value: '190', rate: '95%' },
  { key: 'opened', label: 'Opened', least: 60, most: 110, value: '60–110', rate: '32–58%' },
]
