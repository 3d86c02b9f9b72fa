import styles from './flag.module.css'
import { flagFiles } from './flag-files.ts'

/** The flag of a country, a picture: many systems have no letters for flags. Nothing for a code without one. */
export function Flag({ country }: { country: string }) {
  const address = flagFiles.get(country)
  return address === undefined ? null : <img className={styles.flag} src={address} alt="" loading="lazy" />
}
