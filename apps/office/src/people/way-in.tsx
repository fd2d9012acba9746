import type { WayIn } from '@sitwell/contract'
import { OneTimeSecret } from '@sitwell/office-ui/one-time-secret.tsx'
import type { OfficeText } from '../office-context.tsx'
import { useOffice } from '../office-context.tsx'
import { reachableLink } from './reachable-link.ts'
import { useMomentText } from './use-moment-text.ts'

/** The result of making somebody a way in, in a sentence. */
export const wayInText = (access: WayIn, name: string, text: OfficeText, moment: (at: string) => string): string => {
  if (access.by === 'mail') return text('wayIn.mail', { address: access.to, time: moment(access.until) })
  return text(access.mailFailed ? 'wayIn.mailFailed' : 'wayIn.linkMade', { name })
}

/** The link that a person gets in by, if no mail brings it. */
export const WayInLink = ({ access, name }: { readonly access: WayIn; readonly name: string }) => {
  const { text } = useOffice()
  const moment = useMomentText()
  if (access.by === 'mail') return null
  return (
    <OneTimeSecret
      key={access.link}
      label={text('wayIn.link', { name })}
      value={reachableLink(access.link, location.origin)}
      note={text('wayIn.linkNote', { name, time: moment(access.until) })}
    />
  )
}
