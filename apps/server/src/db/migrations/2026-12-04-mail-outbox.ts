import type { Migration } from '../migration.ts'

/** Mails that wait to be sent, and what became of each (decision 176). */
export const mailOutbox: Migration = {
  name: '2026-12-04-mail-outbox',
  statements: () => [
    `create table mail_outbox (
      org_id bigint not null, delivery_id text not null, set_number bigint not null, user_guid text not null,
      state text not null, reason text, tries bigint not null, next_at bigint not null, claim text, answer text,
      queued_at bigint not null, sent_at bigint, changed_at bigint not null,
      primary key (org_id, delivery_id, set_number, user_guid))`,
    "create index mail_outbox_due on mail_outbox (next_at) where state in ('queued', 'sending')",
    'create index mail_outbox_by_state on mail_outbox (org_id, state, changed_at)',
    'create index mail_outbox_by_person on mail_outbox (org_id, user_guid)',
  ],
}
