CREATE TABLE "backup_schedule" (
	"id" integer PRIMARY KEY,
	"plan" text NOT NULL,
	"set_at" timestamp with time zone NOT NULL,
	"kept_until" timestamp with time zone NOT NULL,
	"overdue_told_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "backups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"scheduled_for" timestamp with time zone,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"progress" real DEFAULT 0 NOT NULL,
	"file" text,
	"copies" jsonb DEFAULT '[]' NOT NULL,
	"size" bigint,
	"sha256" text,
	"contents" jsonb,
	"is_encrypted" boolean DEFAULT false NOT NULL,
	"proof_key" text,
	"proven_at" timestamp with time zone,
	"failure" text,
	"failure_detail" text,
	"is_canceled" boolean DEFAULT false NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"fence" integer DEFAULT 0 NOT NULL,
	"leased_until" timestamp with time zone,
	"held_until" timestamp with time zone,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "backups_created" ON "backups" ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "backups_scheduled_for" ON "backups" ("scheduled_for");--> statement-breakpoint
CREATE UNIQUE INDEX "backups_running" ON "backups" (("state" IS NOT NULL)) WHERE "state" IN ('waiting', 'writing', 'proving');--> statement-breakpoint
SELECT signal_changes('backups', 'backups', columns => '{state,progress,copies,proven_at,deleted_at,is_canceled}');
