UPDATE "mails" SET "status" = 'outbox' WHERE "status" = 'kept';--> statement-breakpoint
UPDATE "mail_counts" SET "event" = 'outbox' WHERE "event" = 'kept';
