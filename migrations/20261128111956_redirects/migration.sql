CREATE TABLE "ignored_addresses" (
	"path" text PRIMARY KEY,
	"ignored_by" uuid,
	"ignored_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "missing_addresses" (
	"path" text,
	"day" date,
	"hits" integer NOT NULL,
	CONSTRAINT "missing_addresses_pkey" PRIMARY KEY("path","day")
);
--> statement-breakpoint
CREATE TABLE "redirects" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"source" text NOT NULL,
	"target" text,
	"kind" smallint NOT NULL,
	"note" text NOT NULL,
	"hits" integer DEFAULT 0 NOT NULL,
	"last_hit_at" timestamp with time zone,
	"created_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "missing_addresses_day" ON "missing_addresses" ("day");--> statement-breakpoint
CREATE UNIQUE INDEX "redirects_source" ON "redirects" ("source") WHERE "deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX "redirects_list" ON "redirects" ("created_at" DESC NULLS LAST,"id") WHERE "deleted_at" IS NULL;--> statement-breakpoint
ALTER TABLE "ignored_addresses" ADD CONSTRAINT "ignored_addresses_ignored_by_users_id_fkey" FOREIGN KEY ("ignored_by") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "redirects" ADD CONSTRAINT "redirects_created_by_users_id_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
SELECT audit_table('redirects', key => '{id}', plain => '{source,target,kind,note,created_by,deleted_at}', ignored => '{id,hits,last_hit_at,created_at,updated_at}');--> statement-breakpoint
SELECT audit_table('ignored_addresses', key => '{path}', plain => '{path,ignored_by}', ignored => '{ignored_at}');
