import { guideNames } from '#features/guides/contract.ts'
import type { PageInput } from '#site/contract.ts'
import { pageAddress } from '#site/routes.ts'
import { formatNumeral } from '#ui/typesetting.ts'

/** The guides, each with its title and what it is about. */
export function GuideList(input: PageInput) {
  const { language, t } = input
  return (
    <ol className="guides">
      {guideNames.map((name, index) => (
        <li key={name}>
          <span className="serif">{formatNumeral(index + 1, language)}</span>
          <h3>
            <a href={pageAddress(name, input)}>{t(`guides:${name}.title`)}</a>
          </h3>
          <p>{t(`guides:${name}.lead`)}</p>
        </li>
      ))}
    </ol>
  )
}
