CREATE TABLE "seo_checks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"kind" text NOT NULL,
	"cause" text NOT NULL,
	"asked_by" uuid,
	"state" text DEFAULT 'waiting' NOT NULL,
	"addresses" text[],
	"asked_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"taken_at" timestamp with time zone,
	"claim" uuid,
	"attempts" integer DEFAULT 0 NOT NULL,
	"pages_known" integer DEFAULT 0 NOT NULL,
	"pages_done" integer DEFAULT 0 NOT NULL,
	"found_new" integer DEFAULT 0 NOT NULL,
	"found_gone" integer DEFAULT 0 NOT NULL,
	"is_cut" boolean DEFAULT false NOT NULL,
	"failure" text
);
--> statement-breakpoint
CREATE TABLE "seo_dismissals" (
	"finding_id" uuid PRIMARY KEY,
	"rule" text NOT NULL,
	"page" text NOT NULL,
	"reason" text NOT NULL,
	"dismissed_by" uuid,
	"dismissed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seo_findings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"rule" text NOT NULL,
	"rule_number" integer NOT NULL,
	"severity" text NOT NULL,
	"page" text NOT NULL,
	"path" text NOT NULL,
	"language" text,
	"subject" text NOT NULL,
	"variables" jsonb NOT NULL,
	"repair" jsonb NOT NULL,
	"first_seen" timestamp with time zone NOT NULL,
	"last_seen" timestamp with time zone NOT NULL,
	"first_check" uuid NOT NULL,
	"last_check" uuid NOT NULL,
	"gone_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "seo_pages" (
	"address" text PRIMARY KEY,
	"path" text NOT NULL,
	"language" text NOT NULL,
	"place" integer NOT NULL,
	"status" integer NOT NULL,
	"indexing" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"has_picture" boolean NOT NULL,
	"types" text[] NOT NULL,
	"version" text NOT NULL,
	"checked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seo_watch" (
	"id" integer PRIMARY KEY,
	"revision" bigint,
	"night" date
);
--> statement-breakpoint
CREATE INDEX "seo_checks_open" ON "seo_checks" ("due_at") WHERE "state" IN ('waiting', 'running');--> statement-breakpoint
CREATE INDEX "seo_checks_past" ON "seo_checks" ("finished_at" DESC NULLS LAST) WHERE "finished_at" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "seo_findings_identity" ON "seo_findings" ("rule","page","subject");--> statement-breakpoint
CREATE INDEX "seo_findings_page" ON "seo_findings" ("page");--> statement-breakpoint
CREATE INDEX "seo_findings_list" ON "seo_findings" ("rule_number","page","subject");--> statement-breakpoint
CREATE INDEX "seo_pages_place" ON "seo_pages" ("place","path");--> statement-breakpoint
ALTER TABLE "seo_checks" ADD CONSTRAINT "seo_checks_asked_by_users_id_fkey" FOREIGN KEY ("asked_by") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "seo_dismissals" ADD CONSTRAINT "seo_dismissals_finding_id_seo_findings_id_fkey" FOREIGN KEY ("finding_id") REFERENCES "seo_findings"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "seo_dismissals" ADD CONSTRAINT "seo_dismissals_dismissed_by_users_id_fkey" FOREIGN KEY ("dismissed_by") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
INSERT INTO seo_watch (id) VALUES (1);--> statement-breakpoint
SELECT audit_table('seo_dismissals', key => '{finding_id}', plain => '{rule,page,reason,dismissed_by}', ignored => '{finding_id,dismissed_at}');--> statement-breakpoint
SELECT signal_changes('seo_checks', 'site_check');--> statement-breakpoint
SELECT signal_changes('seo_dismissals', 'site_check');
