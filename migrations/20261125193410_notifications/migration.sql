CREATE TABLE "dismissed_tasks" (
	"user_id" uuid,
	"task" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "dismissed_tasks_pkey" PRIMARY KEY("user_id","task")
);
--> statement-breakpoint
CREATE TABLE "notification_choices" (
	"user_id" uuid,
	"type" text,
	"mail" text NOT NULL,
	CONSTRAINT "notification_choices_pkey" PRIMARY KEY("user_id","type")
);
--> statement-breakpoint
CREATE TABLE "notification_mailing" (
	"user_id" uuid PRIMARY KEY,
	"daily_at" timestamp with time zone,
	"quiet_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "notification_receipts" (
	"user_id" uuid,
	"notification_id" uuid,
	"read_at" timestamp with time zone,
	"mailed_at" timestamp with time zone,
	CONSTRAINT "notification_receipts_pkey" PRIMARY KEY("user_id","notification_id")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "notifications_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"type" text NOT NULL,
	"data" jsonb,
	"count" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"user_id" uuid,
	"actor_id" uuid,
	"person_id" uuid,
	"group_key" text,
	"grows_until" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "notification_receipts_notification" ON "notification_receipts" ("notification_id");--> statement-breakpoint
CREATE INDEX "notifications_number" ON "notifications" ("number");--> statement-breakpoint
CREATE INDEX "notifications_at" ON "notifications" ("at");--> statement-breakpoint
CREATE INDEX "notifications_person" ON "notifications" ("person_id") WHERE "person_id" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_group" ON "notifications" ("group_key");--> statement-breakpoint
ALTER TABLE "dismissed_tasks" ADD CONSTRAINT "dismissed_tasks_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "notification_choices" ADD CONSTRAINT "notification_choices_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "notification_mailing" ADD CONSTRAINT "notification_mailing_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "notification_receipts" ADD CONSTRAINT "notification_receipts_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "notification_receipts" ADD CONSTRAINT "notification_receipts_notification_id_notifications_id_fkey" FOREIGN KEY ("notification_id") REFERENCES "notifications"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_actor_id_users_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
-- Tells every process once a transaction that something of a topic has changed, without any of it.
CREATE FUNCTION signal_topic() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('changed_topics', TG_ARGV[0]);
  RETURN NULL;
END
$$;--> statement-breakpoint
-- Signals a topic at every change of a table; of updates, those of some columns if they are given. Not for tables that are written
-- to all the time, such as mails: transactions with a notification commit one after another.
CREATE FUNCTION signal_changes(changed regclass, topic text, columns text[] DEFAULT NULL, operations text[] DEFAULT '{INSERT,DELETE,UPDATE}')
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  updated text := CASE WHEN columns IS NULL THEN '' ELSE ' OF ' || (SELECT string_agg(quote_ident(name), ', ') FROM unnest(columns) AS name) END;
  events text := (SELECT string_agg(CASE operation WHEN 'UPDATE' THEN 'UPDATE' || updated ELSE operation END, ' OR ') FROM unnest(operations) AS operation);
BEGIN
  EXECUTE format('CREATE TRIGGER %I AFTER %s ON %s FOR EACH STATEMENT EXECUTE FUNCTION signal_topic(%L)', 'signal_' || topic, events, changed, topic);
END
$$;--> statement-breakpoint
SELECT signal_changes('notifications', 'notifications');--> statement-breakpoint
SELECT signal_changes('notification_receipts', 'notifications');--> statement-breakpoint
SELECT signal_changes('dismissed_tasks', 'notifications');--> statement-breakpoint
SELECT signal_changes('notification_choices', 'notifications');--> statement-breakpoint
SELECT signal_changes('settings', 'notifications');--> statement-breakpoint
SELECT signal_changes('comments', 'comments');--> statement-breakpoint
SELECT signal_changes('campaigns', 'campaigns');--> statement-breakpoint
SELECT signal_changes('releases', 'releases');--> statement-breakpoint
SELECT signal_changes('webhooks', 'webhooks');--> statement-breakpoint
SELECT signal_changes('webhook_deliveries', 'webhooks', columns => '{state,attempts}');--> statement-breakpoint
SELECT signal_changes('sessions', 'sessions', columns => '{revoked_at}', operations => '{DELETE,UPDATE}');--> statement-breakpoint
SELECT signal_changes('users', 'sessions', columns => '{role,languages,disabled_at}', operations => '{DELETE,UPDATE}');--> statement-breakpoint
SELECT audit_table('notification_choices', key => '{user_id,type}', plain => '{user_id,type,mail}', person => 'user_id', people => 'users');
