import { type BuiltInRole, officeBuiltInRoles, type Permission } from '@sitwell/contract'
import { classNames } from '@sitwell/ui/class-names.ts'
import { Icon } from '@sitwell/ui/icon.tsx'
import { useQuery } from '@tanstack/react-query'
import { officeQuery } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'
import { Section } from '../people/section.tsx'
import { NotShown } from '../places/not-shown.tsx'
import { useSettingsText } from '../settings/settings-text.ts'
import { OfficeLink } from '../shell/office-link.tsx'
import { OfficePage } from '../shell/office-page.tsx'
import styles from './permissions.module.css'

const rules = ['own', 'owner', 'part', 'learner'] as const

const Side = ({
  title,
  permissions,
  isAllowed,
}: {
  readonly title: string
  readonly permissions: readonly Permission[]
  readonly isAllowed: boolean
}) => {
  const text = useSettingsText()
  if (permissions.length === 0) return null
  return (
    <div>
      <h3 className={styles.side}>{title}</h3>
      <ul className={styles.list}>
        {permissions.map((one) => (
          <li key={one} className={classNames(styles.line, !isAllowed && styles.mayNot)}>
            <Icon name={isAllowed ? 'check' : 'minus'} className={styles.mark} />
            <span>{text(`permission.${one}`)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const Role = ({ built: { role, permissions }, all }: { readonly built: BuiltInRole; readonly all: readonly Permission[] }) => {
  const text = useSettingsText()
  return (
    <Section title={text(`role.${role}`)}>
      <p className={styles.does}>{text(`role.does.${role}`)}</p>
      <div className={styles.sides}>
        <Side title={text('roles.allow.may')} permissions={permissions} isAllowed />
        <Side
          title={text('roles.allow.mayNot')}
          permissions={all.filter((one) => !permissions.includes(one))}
          isAllowed={false}
        />
      </div>
    </Section>
  )
}

/** What each built-in role allows and what it doesn't, as the server has it. */
const PermissionsPage = () => {
  const { api } = useOffice()
  const text = useSettingsText()
  const { data, isError, refetch } = useQuery(officeQuery(api, officeBuiltInRoles, {}))
  return (
    <OfficePage
      title={text('roles.allow.heading')}
      above={<OfficeLink to="/roles">{text('roles.allow.back')}</OfficeLink>}
      isLoading={data === undefined && !isError}
    >
      {data !== undefined && (
        <div className={styles.page}>
          <div>
            <p>{text('roles.allow.intro')}</p>
            <ul className={styles.rules}>
              {rules.map((one) => (
                <li key={one}>{text(`roles.allow.rule.${one}`)}</li>
              ))}
            </ul>
          </div>
          {data.roles.map((built) => (
            <Role key={built.role} built={built} all={data.permissions} />
          ))}
        </div>
      )}
      {data === undefined && !isError && <p role="status">{text('roles.allow.loading')}</p>}
      {data === undefined && isError && <NotShown onRetry={() => void refetch()}>{text('roles.allow.failed')}</NotShown>}
    </OfficePage>
  )
}

export default PermissionsPage
