CREATE TABLE "restores" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"state" text DEFAULT 'running' NOT NULL,
	"step" text DEFAULT 'checking' NOT NULL,
	"share" real DEFAULT 0 NOT NULL,
	"backup_id" uuid,
	"undo_id" uuid,
	"user_id" uuid,
	"sends_again" boolean NOT NULL,
	"taken_at" timestamp with time zone,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"failure" text,
	"failure_detail" text
);
--> statement-breakpoint
SELECT signal_changes('restores', 'backups', columns => '{state}');