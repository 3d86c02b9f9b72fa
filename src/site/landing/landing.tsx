import type { PageInput } from '#site/contract.ts'
import { Braid, Microprint } from '#ui/engraving.tsx'
import { Advantages } from './advantages.tsx'
import { Cases } from './cases.tsx'
import { Community } from './community.tsx'
import { Hero } from './hero.tsx'
import { Investors } from './investors.tsx'
import { Resources } from './resources.tsx'
import { Sample } from './sample.tsx'

/** The landing page. */
export function Landing(input: PageInput) {
  return (
    <>
      <Hero {...input} />
      <Braid />
      <Microprint />
      <Sample {...input} />
      <Advantages {...input} />
      <Cases {...input} />
      <Community {...input} />
      <Investors {...input} />
      <Resources {...input} />
    </>
  )
}
