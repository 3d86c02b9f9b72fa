import { ChoiceControl } from './choice-control.tsx'
import type { ControlProps } from './control.ts'
import { ElsewhereControl } from './elsewhere-control.tsx'
import { LocalizedControl } from './localized-control.tsx'
import { OriginsControl } from './origins-control.tsx'
import { ProfilesControl } from './profiles-control.tsx'
import { RegisterControl } from './register-control.tsx'
import { SecretControl } from './secret-control.tsx'
import { SwitchControl } from './switch-control.tsx'
import { TextControl } from './text-control.tsx'
import { ValueControl } from './value-control.tsx'

/** The field of a setting, by how it is edited. */
export function SettingControl({ field, ...props }: ControlProps) {
  switch (field.kind) {
    case 'localizedLine':
    case 'localizedLines':
      return <LocalizedControl field={field} {...props} />
    case 'switch':
      return <SwitchControl field={field} {...props} />
    case 'choice':
      return <ValueControl field={field} {...props} />
    case 'language':
    case 'timeZone':
    case 'country':
      return <ChoiceControl field={field} {...props} />
    case 'origins':
      return <OriginsControl field={field} {...props} />
    case 'socialProfiles':
      return <ProfilesControl field={field} {...props} />
    case 'secret':
      return <SecretControl field={field} {...props} />
    case 'elsewhere':
      return <ElsewhereControl field={field} {...props} />
    case 'register':
      return <RegisterControl field={field} {...props} />
    default:
      return <TextControl field={field} {...props} />
  }
}
