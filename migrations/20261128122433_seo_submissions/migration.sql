CREATE TABLE "seo_accepted_changes" (
	"engine" text,
	"address" text,
	"changed_at" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "seo_accepted_changes_pkey" PRIMARY KEY("engine","address")
);
--> statement-breakpoint
CREATE TABLE "seo_auto_submission" (
	"id" integer PRIMARY KEY,
	"changed_at" timestamp with time zone NOT NULL,
	"submitted_to" timestamp with time zone,
	CONSTRAINT "seo_auto_submission_one" CHECK ("id" = 1)
);
--> statement-breakpoint
CREATE TABLE "seo_engines" (
	"engine" text PRIMARY KEY,
	"paused_until" timestamp with time zone,
	"quota_left" integer,
	"quota_total" integer,
	"quota_at" timestamp with time zone,
	"sitemap" jsonb
);
--> statement-breakpoint
CREATE TABLE "seo_index_now_keys" (
	"number" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "seo_index_now_keys_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seo_submission_calls" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "seo_submission_calls_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"engine" text NOT NULL,
	"state" text NOT NULL,
	"addresses" integer NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"status" integer,
	"fault" text,
	"answer" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seo_submission_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"engine" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"started_by" uuid,
	"is_automatic" boolean NOT NULL,
	"is_again" boolean NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "seo_submissions" (
	"number" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "seo_submissions_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"run_id" uuid NOT NULL,
	"engine" text NOT NULL,
	"kind" text NOT NULL,
	"address" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"unknown_attempts" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"call_id" bigint,
	"sent_at" timestamp with time zone,
	"status" integer,
	"fault" text,
	"answer" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "seo_submission_calls_open" ON "seo_submission_calls" ("engine") WHERE "state" = 'sending';--> statement-breakpoint
CREATE INDEX "seo_submission_calls_list" ON "seo_submission_calls" ("engine","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "seo_submission_calls_sent" ON "seo_submission_calls" ("sent_at");--> statement-breakpoint
CREATE UNIQUE INDEX "seo_submission_runs_open" ON "seo_submission_runs" ("engine") WHERE "ended_at" IS NULL;--> statement-breakpoint
CREATE INDEX "seo_submission_runs_list" ON "seo_submission_runs" ("engine","started_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "seo_submissions_open" ON "seo_submissions" ("engine","address") WHERE "state" IN ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX "seo_submissions_due" ON "seo_submissions" ("engine","due_at","number") WHERE "state" = 'waiting';--> statement-breakpoint
CREATE INDEX "seo_submissions_call" ON "seo_submissions" ("call_id");--> statement-breakpoint
CREATE INDEX "seo_submissions_run" ON "seo_submissions" ("run_id","state");--> statement-breakpoint
CREATE INDEX "seo_submissions_list" ON "seo_submissions" ("engine","number" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "seo_submissions_at" ON "seo_submissions" ("at");--> statement-breakpoint
ALTER TABLE "seo_submission_runs" ADD CONSTRAINT "seo_submission_runs_started_by_users_id_fkey" FOREIGN KEY ("started_by") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "seo_submissions" ADD CONSTRAINT "seo_submissions_run_id_seo_submission_runs_id_fkey" FOREIGN KEY ("run_id") REFERENCES "seo_submission_runs"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "seo_submissions" ADD CONSTRAINT "seo_submissions_call_id_seo_submission_calls_id_fkey" FOREIGN KEY ("call_id") REFERENCES "seo_submission_calls"("id") ON DELETE SET NULL;--> statement-breakpoint
SELECT audit_table('seo_submission_runs', key => '{id}', plain => '{engine,started_by,is_automatic,is_again}', ignored => '{id,started_at,ended_at}');--> statement-breakpoint
SELECT audit_table('seo_index_now_keys', key => '{number}', plain => '{key}', ignored => '{number,created_at}');--> statement-breakpoint
SELECT signal_changes('seo_submissions', 'submissions', columns => '{state,attempts}');--> statement-breakpoint
SELECT signal_changes('seo_submission_runs', 'submissions');--> statement-breakpoint
SELECT signal_changes('seo_engines', 'submissions');--> statement-breakpoint
SELECT signal_changes('seo_index_now_keys', 'submissions');
