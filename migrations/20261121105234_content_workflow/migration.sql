CREATE TABLE "content_actions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"at" timestamp with time zone NOT NULL,
	"action" text NOT NULL,
	"key" text NOT NULL,
	"language" text NOT NULL,
	"version" integer NOT NULL,
	"actor_id" uuid
);
--> statement-breakpoint
CREATE TABLE "content_presence" (
	"key" text,
	"editor" uuid,
	"language" text NOT NULL,
	"user_id" uuid NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "content_presence_pkey" PRIMARY KEY("key","editor")
);
--> statement-breakpoint
CREATE TABLE "pictures" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"digest" text NOT NULL UNIQUE,
	"filename" text NOT NULL,
	"type" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"size" integer NOT NULL,
	"author_id" uuid,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "previews" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"token_hash" text NOT NULL UNIQUE,
	"key" text NOT NULL,
	"language" text NOT NULL,
	"content" text NOT NULL,
	"seo_title" text NOT NULL,
	"seo_description" text NOT NULL,
	"seo_keywords" text NOT NULL,
	"author_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "release_items" (
	"release_id" uuid,
	"key" text,
	"language" text,
	"version" integer,
	"previous_version" integer,
	CONSTRAINT "release_items_pkey" PRIMARY KEY("release_id","key","language")
);
--> statement-breakpoint
CREATE TABLE "releases" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"name" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"due_at" timestamp with time zone,
	"live_at" timestamp with time zone,
	"rolled_back_at" timestamp with time zone,
	"failure" text,
	"author_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "content_versions" ADD COLUMN "basis" jsonb;--> statement-breakpoint
ALTER TABLE "content_versions" ADD COLUMN "made_by" text DEFAULT 'person' NOT NULL;--> statement-breakpoint
ALTER TABLE "content_versions" ADD COLUMN "restored_from" integer;--> statement-breakpoint
CREATE INDEX "content_actions_text" ON "content_actions" ("key","language","at" DESC);--> statement-breakpoint
CREATE INDEX "pictures_newest" ON "pictures" ("created_at" DESC);--> statement-breakpoint
CREATE INDEX "previews_expiry" ON "previews" ("expires_at");--> statement-breakpoint
CREATE INDEX "releases_due" ON "releases" ("status","due_at");--> statement-breakpoint
CREATE INDEX "releases_newest" ON "releases" ("created_at" DESC);--> statement-breakpoint
ALTER TABLE "content_actions" ADD CONSTRAINT "content_actions_actor_id_users_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "content_presence" ADD CONSTRAINT "content_presence_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_author_id_users_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "previews" ADD CONSTRAINT "previews_author_id_users_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "release_items" ADD CONSTRAINT "release_items_release_id_releases_id_fkey" FOREIGN KEY ("release_id") REFERENCES "releases"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_author_id_users_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL;