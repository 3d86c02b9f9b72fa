import { flagFiles } from './flag-files.ts'

export interface FlagProps {
  country: string
  className?: string | undefined
}

/** The flag of a country, a picture: many systems have no letters for flags. Nothing for a code without one. */
export function Flag({ country, className }: FlagProps) {
  const address = flagFiles.get(country)
  return address === undefined ? null : <img className={className} src={address} alt="" loading="lazy" />
}
