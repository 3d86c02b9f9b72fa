CREATE TABLE "seo_inspecting" (
	"id" integer PRIMARY KEY,
	"day" date,
	"asked" integer DEFAULT 0 NOT NULL,
	"minute" timestamp with time zone,
	"asked_in_minute" integer DEFAULT 0 NOT NULL,
	"pause" text,
	"paused_until" timestamp with time zone,
	"paused_for" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"failed_at" timestamp with time zone,
	"status" integer,
	"fault" text,
	"answer" text DEFAULT '' NOT NULL,
	CONSTRAINT "seo_inspecting_one" CHECK ("id" = 1)
);
--> statement-breakpoint
CREATE TABLE "seo_inspection_changes" (
	"number" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "seo_inspection_changes_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"address" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"words" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seo_inspections" (
	"address" text PRIMARY KEY,
	"language" text NOT NULL,
	"changed_at" timestamp with time zone,
	"told_at" timestamp with time zone,
	"due_at" timestamp with time zone NOT NULL,
	"wanted_at" timestamp with time zone,
	"taken_at" timestamp with time zone,
	"claim" uuid,
	"asked_at" timestamp with time zone,
	"inspected_at" timestamp with time zone,
	"state" text DEFAULT 'unknown' NOT NULL,
	"verdict" text,
	"words" text DEFAULT '' NOT NULL,
	"robots_state" text DEFAULT '' NOT NULL,
	"indexing_state" text DEFAULT '' NOT NULL,
	"fetch_state" text DEFAULT '' NOT NULL,
	"crawled_at" timestamp with time zone,
	"google_canonical" text,
	"own_canonical" text,
	"link" text,
	"failed_at" timestamp with time zone,
	"status" integer,
	"fault" text,
	"answer" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seo_search_days" (
	"day" date PRIMARY KEY,
	"clicks" integer NOT NULL,
	"impressions" integer NOT NULL,
	"position" double precision NOT NULL,
	"detailed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "seo_search_fetch" (
	"id" integer PRIMARY KEY,
	"property" text DEFAULT '' NOT NULL,
	"due_at" timestamp with time zone,
	"taken_at" timestamp with time zone,
	"claim" uuid,
	"totals_at" timestamp with time zone,
	"fetched_at" timestamp with time zone,
	"failed_for" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"failed_at" timestamp with time zone,
	"status" integer,
	"fault" text,
	"answer" text DEFAULT '' NOT NULL,
	CONSTRAINT "seo_search_fetch_one" CHECK ("id" = 1)
);
--> statement-breakpoint
CREATE TABLE "seo_search_pages" (
	"day" date,
	"page" text,
	"clicks" integer NOT NULL,
	"impressions" integer NOT NULL,
	"position" double precision NOT NULL,
	CONSTRAINT "seo_search_pages_pkey" PRIMARY KEY("day","page")
);
--> statement-breakpoint
CREATE TABLE "seo_search_queries" (
	"day" date,
	"query" text,
	"clicks" integer NOT NULL,
	"impressions" integer NOT NULL,
	"position" double precision NOT NULL,
	CONSTRAINT "seo_search_queries_pkey" PRIMARY KEY("day","query")
);
--> statement-breakpoint
CREATE INDEX "seo_inspection_changes_list" ON "seo_inspection_changes" ("address","number" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "seo_inspections_due" ON "seo_inspections" ("due_at");--> statement-breakpoint
CREATE INDEX "seo_inspections_wanted" ON "seo_inspections" ("wanted_at") WHERE "wanted_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "seo_inspections_list" ON "seo_inspections" ("state","address");--> statement-breakpoint
ALTER TABLE "seo_inspection_changes" ADD CONSTRAINT "seo_inspection_changes_address_seo_inspections_address_fkey" FOREIGN KEY ("address") REFERENCES "seo_inspections"("address") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "seo_search_pages" ADD CONSTRAINT "seo_search_pages_day_seo_search_days_day_fkey" FOREIGN KEY ("day") REFERENCES "seo_search_days"("day") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "seo_search_queries" ADD CONSTRAINT "seo_search_queries_day_seo_search_days_day_fkey" FOREIGN KEY ("day") REFERENCES "seo_search_days"("day") ON DELETE CASCADE;--> statement-breakpoint
INSERT INTO "seo_inspecting" ("id") VALUES (1);--> statement-breakpoint
INSERT INTO "seo_search_fetch" ("id") VALUES (1);--> statement-breakpoint
SELECT signal_changes('seo_inspections', 'search_console', columns => '{wanted_at,inspected_at,failed_at}');--> statement-breakpoint
SELECT signal_changes('seo_inspecting', 'search_console', columns => '{pause,paused_until}');--> statement-breakpoint
SELECT signal_changes('seo_search_fetch', 'search_console', columns => '{claim,fetched_at,failed_at,due_at}');
