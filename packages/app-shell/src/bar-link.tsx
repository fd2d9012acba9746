import { useAppVisitor } from '@sitwell/app-core/visitor-context.tsx'
import type { MessageId } from '@sitwell/i18n/message-ids'
import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import type { IconName } from '@sitwell/ui/icon.tsx'
import { BarButton } from './bar-button.tsx'

interface BarLinkProps {
  readonly to: string
  /** What it is called; only its icon is seen. */
  readonly name: MessageId
  readonly icon: IconName
}

/** A button of the bar that leads to another page. */
export const BarLink = ({ to, name, icon }: BarLinkProps) => {
  const { text } = useAppVisitor()
  const navigate = useNavigate()
  return <BarButton name={text(name)} icon={icon} onPress={() => navigate({ to })} />
}
